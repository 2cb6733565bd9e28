"""Files and text: whole, escaped, of any width, and every mistake told in a sentence."""

from __future__ import annotations

import os
import re
import shutil
import struct
import sys
import xml.etree.ElementTree as ET
from unittest import mock

import numpy as np
import pytest

import ibpkt
from ibpkt.plot import PictureFormat, picture_bytes, plot
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, SeriesForm, Unit
from ibpkt.plot.chart_svg import chart_svg, lane_svgs
from ibpkt.plot.chart_text import chart_text
from ibpkt.plot.picture_kinds import KINDS
from ibpkt.plot.ticks import axis_ticks, nice_step, value_ticks, with_unit
from tests.support.command import CAPTURES, run

LOSS = "captures/loss_write_3pct.pcap.gz"
SOURCES = {kind: "captures/ib_small.pcap" if kind == "topology" else "captures/nvmeof.pcap" for kind in KINDS}
HOSTILE = "<script>alert(1)</script>&\"'\x1b[31m\u202e.pcap"


@pytest.mark.parametrize("kind", KINDS)
def test_svg(kind, tmp_path):
    target = tmp_path / "a.svg"
    done = run("plot", kind, SOURCES[kind], "-o", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    text = target.read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}title").text
    assert not re.search(r"\sstyle=|<script|\son\w+=|href|url\(|nan|inf[^i]", text.partition("</style>")[2])
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("kind", KINDS)
def test_html_may_do_nothing(kind, tmp_path):
    target = tmp_path / "a.html"
    assert run("plot", kind, SOURCES[kind], "-o", target).code == 0
    text = target.read_text(encoding="utf-8")
    assert "default-src 'none'; style-src 'sha256-" in text
    assert text.count("'sha256-") == text.count("<style>")
    assert "<svg" in text
    assert "<script" not in text


def test_png(tmp_path):
    pytest.importorskip("resvg_py", reason="PNG needs the extra `plot`")
    target = tmp_path / "a.png"
    assert run("plot", "throughput", LOSS, "-o", target, "--width", "600").code == 0
    data = target.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20]) == (1200,)


def test_png_without_the_extra(tmp_path):
    with mock.patch.dict(sys.modules, {"resvg_py": None}):
        done = run("plot", "throughput", LOSS, "-o", tmp_path / "a.png")
    assert done.code == 2
    assert done.err == "ibpkt: PNG needs resvg-py: pip install 'ibpkt[plot]'; .svg and .html need nothing\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("width", [240, 400, 1000, 1600])
def test_nothing_is_wider_than_the_picture(width):
    with ibpkt.open(CAPTURES.parent / LOSS) as capture:
        chart = plot(capture, "sequence")
    root = ET.fromstring(chart_svg(chart, width))
    assert root.get("width") == str(width)
    inner = width - 40
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        # absolute places of the data, which have coordinates of their own
        places = [float(x) for x in re.findall(r"[MH](-?[\d.]+)", path.get("d"))]
        assert all(-1 <= x <= max(inner, width) + 1 for x in places)


def test_lanes_of_a_page_are_stretched():
    with ibpkt.open(CAPTURES.parent / LOSS) as capture:
        lanes = lane_svgs(plot(capture, "throughput"), "t")
    assert len(lanes) == 1
    root = ET.fromstring(lanes[0])
    assert root.get("width") == "100%"
    data = next(each for each in root.iter("svg") if each.get("class") == "data")
    assert (data.get("viewBox"), data.get("preserveAspectRatio")) == ("0 0 10000 1000", "none")


# -- hostile names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "topology"])
@pytest.mark.parametrize("ending", ["svg", "html"])
def test_hostile_file_names(kind, ending, tmp_path):
    source = tmp_path / HOSTILE.replace("/", "_")
    shutil.copy(CAPTURES / "nvmeof.pcap", source)
    target = tmp_path / f"a.{ending}"
    assert run("plot", kind, source, "-o", target).code == 0
    text = target.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("kind", ["throughput", "matrix", "sequence", "depth"])
def test_hostile_names_of_hosts(kind, tmp_path):
    names = tmp_path / "names"
    names.write_text(f'192.168.77.1 "{"<script>x</script>" * 400}"\n')
    target = tmp_path / "a.svg"
    assert run("plot", kind, "captures/nvmeof.pcap", "--names", names, "-o", target).code == 0
    text = target.read_text(encoding="utf-8")
    ET.fromstring(text)
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_hostile_names_in_a_terminal(tmp_path):
    source = tmp_path / HOSTILE.replace("/", "_")
    shutil.copy(CAPTURES / "nvmeof.pcap", source)
    for kind in ("throughput", "matrix", "sequence", "depth", "latency", "congestion"):
        text = run("plot", kind, source).out
        assert "\x1b" not in text
        assert "\u202e" not in text


# -- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "topology"])
@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_text_fits(kind, columns):
    with mock.patch.dict(os.environ, {"COLUMNS": str(columns), "LINES": "24"}):
        done = run("plot", kind, LOSS)
    assert done.code == 0
    assert max(map(len, done.lines[:-1])) <= columns
    assert done.lines[-1].startswith("ibpkt ")
    assert done.lines[-1].endswith(LOSS)  # to be copied
    assert len(done.lines) <= 24 or kind in ("congestion", "depth", "latency")


def test_colour_only_where_it_is_asked_for():
    assert "\x1b" not in run("plot", "sequence", LOSS).out
    assert "\x1b[31m" in run("plot", "--color", "always", "sequence", LOSS).out


def test_without_colour_what_is_sent_again_has_a_sign_of_its_own():
    text = run("plot", "sequence", LOSS).out
    assert "▒ sent again" in text
    assert text.count("▒") > 10
    assert text.count("×") > 10


def dots(text):
    return sum((ord(char) - 0x2800).bit_count() for char in text if 0x2800 <= ord(char) < 0x2900)


def test_one_dot_for_one_packet():
    """A dot more or less is seen: in the corners, too."""
    for x, y in ((0, 0), (10, 0), (0, 5), (10, 5)):
        each = ChartSeries.of("", ChartRole.A, SeriesForm.DOTS, [x], [y])
        axes = ChartSeries.of("", ChartRole.A, SeriesForm.DOTS, [20, 30], [0, 5])  # outside
        lane = ChartLane("lane", Unit(""), (each, axes), labelled=False)
        chart = Chart("", "title", "", ChartAxis(0, 10), (lane,), "", "")
        assert dots(chart_text(chart, 40, 20)) == 1


def test_no_rdma_is_told():
    done = run("plot", "throughput", "captures/derived_empty.pcap")
    assert (done.code, done.lines[-1]) == (0, "No RDMA in 0 packets.")


# -- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("sequence", LOSS, "-o", "x.svq"),
            "names no form of picture; known are .svg, .html, .htm and .png; did you mean",
        ),
        (("sequence", LOSS, LOSS, "-o", "x.svg"), "-o takes one capture: add --join"),
        (("matrix", LOSS, "--flow", "1"), "--flow goes with depth, latency, sequence"),
        (("sequence", LOSS, "--interval", "1"), "--interval goes with congestion, depth, throughput"),
        (("latency", LOSS, "--from", "1"), "--from and --to go with pictures over time, not with latency"),
        (("sequence", LOSS, "--from", "2", "--to", "1"), "--to is not after --from"),
        (("sequence", LOSS, "--flow", "99"), "there is no flow 99"),
        (("topology", "captures/ib_small.pcap"), "a topology is drawn into a file"),
        (("sequense", LOSS), "sequence"),
    ],
)
def test_mistakes(arguments, said, tmp_path):
    with mock.patch("os.getcwd", return_value=str(tmp_path)):
        done = run("plot", *arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_folder_that_does_not_exist(tmp_path):
    done = run("plot", "throughput", LOSS, "-o", tmp_path / "none" / "a.svg")
    assert done.code == 3
    assert "there is no such directory" in done.err


def test_a_cut_capture_is_drawn_and_told(tmp_path):
    done = run("plot", "throughput", "captures/derived_cut_in_record.pcap", "-o", tmp_path / "a.svg")
    assert done.code == 3
    assert "ends inside a record" in done.err
    assert (tmp_path / "a.svg").stat().st_size > 2000


def test_a_cut_capture_without_a_picture_is_told(tmp_path):
    """What is refused is said after what the capture lacks, with the exit code of that."""
    done = run("plot", "topology", "captures/derived_cut_in_record.pcap", "-o", tmp_path / "a.svg")
    assert done.code == 3
    assert "ends inside a record" in done.err
    assert "no management traffic" in done.err
    assert not (tmp_path / "a.svg").exists()


def test_several_files_one_after_the_other():
    done = run("plot", "matrix", "captures/rc_read.pcap", "captures/rc_write.pcap")
    assert done.out.count("Who talks to whom") == 2
    joined = run("plot", "--join", "matrix", "captures/rc_read.pcap", "captures/rc_write.pcap")
    assert joined.out.count("Who talks to whom") == 1
    assert joined.lines[-1].endswith(" --join captures/rc_write.pcap captures/rc_read.pcap")


@pytest.mark.costly
def test_the_line_that_prints_the_numbers_runs():
    """Every picture ends with a line that works."""
    import shlex

    for kind in KINDS:
        with ibpkt.open(CAPTURES.parent / SOURCES[kind]) as capture:
            line = plot(capture, kind).command
        done = run(*shlex.split(line)[1:])
        assert done.code == 0, (line, done.err)
        assert done.out


# -- axes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "first", "last"),
    [
        (0, 48.1, "0 s", "40 s"),
        (2.795, 2.842, "2.80 s", "2.84 s"),
        (0, 0.000_12, "0 µs", "120 µs"),
        (0, 0.04, "0 ms", "40 ms"),
        (86_400, 86_401, "86,400.0 s", "86,401.0 s"),
    ],
)
def test_labels_of_time(low, high, first, last):
    ticks = axis_ticks(ChartAxis(low, high))
    assert (ticks[0].text, ticks[-1].text) == (first, last)
    assert len({tick.text for tick in ticks}) == len(ticks) <= 11
    assert all(low <= tick.value <= high * 1.000001 for tick in ticks)


def test_labels_of_spans():
    assert [tick.text for tick in axis_ticks(ChartAxis(1e-6, 10, logarithmic=True))] == [
        "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s",
    ]  # fmt: skip
    assert [tick.text for tick in axis_ticks(ChartAxis(1e-3, 9e-3, logarithmic=True))] == ["1 ms", "2 ms", "5 ms"]


def test_labels_of_values():
    assert [tick.text for tick in value_ticks(0, 2.5e9, Unit("bit/s", scaled=True))] == ["1", "2"]
    assert [tick.text for tick in value_ticks(0, 3, Unit(""))] == ["1", "2", "3"]
    assert with_unit(2.5e9, Unit("bit/s", scaled=True)) == "2.5 Gbit/s"


@pytest.mark.parametrize("span", [1e-9, 0.3, 7, 99, 12345, 1e12])
def test_steps(span):
    step = nice_step(span, 7)
    assert span / step <= 7.01
    assert round(step / 10 ** np.floor(np.log10(step) + 1e-9), 6) in (1, 2, 5, 10)


def test_every_format_has_the_same_picture():
    with ibpkt.open(CAPTURES.parent / LOSS) as capture:
        picture = plot(capture, "throughput")
    svg = picture_bytes(picture, PictureFormat.SVG).decode()
    assert svg in picture_bytes(picture, PictureFormat.HTML).decode()
