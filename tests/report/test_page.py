"""The page: what it says is what the commands say; nothing in it runs, loads, or leaves what it must not."""

from __future__ import annotations

import base64
import hashlib
import html
import html.parser
import json
import re
import shlex
import shutil
import sys
from unittest import mock

import pytest

import ibpkt
from ibpkt.cli import EXHAUSTED
from ibpkt.report import page, report
from tests.support.command import CAPTURES, run

pytest.importorskip("jinja2", reason="pages need the extra `report`")

LOSS = "captures/loss_write_3pct.pcap.gz"
VOID = {"meta", "br", "img", "input", "link", "hr"}


def made(tmp_path, *names):
    target = tmp_path / "page.html"
    done = run("report", *names, "-o", target)
    return done, target.read_text(encoding="utf-8") if target.exists() else ""


@pytest.fixture(scope="module")
def loss(tmp_path_factory):
    done, text = made(tmp_path_factory.mktemp("loss"), LOSS)
    assert (done.code, done.out, done.err) == (0, "", "")
    return text


class Reader(html.parser.HTMLParser):
    """Reads elements, and sees that they are closed in their order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags, self.attributes, self.text = [], [], [], [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, *each) for each in attributes]
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def words(text):
    return re.sub(r"\s+", " ", " ".join(Reader(text).text))


# -- what it says -----------------------------------------------------------------------------------------------------


def test_the_verdict_is_that_of_expert(loss):
    verdict = re.search(r"<h1[^>]*>(.*?)</h1>", loss, re.S)[1]
    said = run("expert", "--format", "json", LOSS).out
    sentence = json.loads(said)["incidents"][0]["sentence"].partition(". ")[0]
    assert html.unescape(verdict) == f"{sentence}."


def test_incidents_are_those_of_expert(loss):
    told = json.loads(run("expert", "--format", "json", LOSS).out)["incidents"]
    text = words(loss)
    for number, incident in enumerate(told, 1):
        assert f"packets {incident['first_frame']:,} to {incident['last_frame']:,}" in text
        assert incident["advice"].split(". ")[0] in text
        assert f"ibpkt expert --incident {number} {LOSS}" in text
        for kind in incident["evidence"]:
            assert kind in text
    assert loss.count('<details class="inc ') == len(told) == 2
    assert "233 findings in 2,855 packets" in text
    assert "233 findings in 2,855 packets" in run("expert", LOSS).out.replace("\n", " ")


def test_flows_are_those_of_flows(loss):
    flow = json.loads(run("flows", "--format", "json", LOSS).out)["flows"][0]
    row = re.search(r'<tr><th scope="row".*?</tr>', loss[loss.index("-flows-h") :], re.S)[0]
    values = re.findall(r'data-value="([^"]*)"', row)
    assert values[:3] == ["1", str(flow["packets"]), str(flow["bytes"])]
    assert float(values[3]) == pytest.approx(flow["retransmitted"])
    assert "77.9%" in row


@pytest.mark.costly
def test_every_line_that_prints_the_numbers_runs(loss):
    lines = {html.unescape(line) for line in re.findall(r'<div class="cmd"><code>(.*?)</code>', loss)}
    assert len(lines) >= 9
    for line in lines:
        done = run(*shlex.split(line)[1:])
        assert done.code == 0, (line, done.err)
        assert done.out


def test_nothing_is_wrong(tmp_path):
    _, text = made(tmp_path, "captures/rc_write.pcap")
    assert (
        'class="good">Nothing went wrong in 163 packets (1 flow, 12 of 12 WRITEs completed, nothing sent twice).<'
        in text
    )
    assert '<dl class="answers">' not in text
    assert "All 139 ICRCs are right." in words(text) or "ICRCs are right." in words(text)


def test_icrcs_that_are_cut_off_are_not_marked_as_wrong(tmp_path):
    assert "– 36 of 220 ICRCs are right, the others are cut off." in words(
        made(tmp_path, "captures/derived_snap64.pcap")[1]
    )
    assert "✕ 1,221 of 1,249 ICRCs are right." in words(made(tmp_path, "captures/corrupt_write.pcap")[1])


def test_the_worst_comes_first(tmp_path):
    _, text = made(tmp_path, "captures/rc_write.pcap", LOSS, "captures/nvmeof.pcap")
    assert re.findall(r'<a href="#(f\d)">', text)[0] == "f2"
    assert re.search(r'<article class="file" id="(f\d)"', text)[1] == "f2"


def test_storage_commands(tmp_path):
    _, text = made(tmp_path, "captures/nvmeof.pcap")
    said = words(text)
    assert "Latency by operation and storage command" in said
    assert all(queue in said for queue in ("NVMe admin queue", "NVMe queue 1"))  # what flows carry
    assert "5 · median 2.96 ms" in said  # as `ibpkt commands` says: Median Read 2.96 ms


@pytest.mark.costly
def test_a_fabric(tmp_path):
    _, text = made(tmp_path, "captures/ib_small.pcap")
    image = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', text)[1]
    assert b"sw1" in base64.b64decode(image)
    assert "star: 1 switch, 3 adapters" in text


def test_several_files_as_one(tmp_path):
    _, text = made(tmp_path, "--join", "captures/rc_read.pcap", "captures/rc_write.pcap")
    assert text.count("<article ") == 1
    assert "2 files read as one" in text
    assert "--join captures/rc_write.pcap captures/rc_read.pcap" in text


@pytest.mark.parametrize(
    ("name", "verdict", "code"),
    [
        ("derived_empty.pcap", "No packets.", 0),
        ("derived_cut_in_record.pcap", "the file ends inside a record in packet 87 at byte 72448", 3),
        ("derived_snap64.pcap", "cut: what is behind is not in the capture", 0),
    ],
)
def test_what_is_missing(name, verdict, code, tmp_path):
    done, text = made(tmp_path, f"captures/{name}")
    assert done.code == code
    assert verdict.casefold() in words(text).casefold()


def test_one_packet(tmp_path):
    one = tmp_path / "one.pcap"
    run("edit", "captures/rc_write.pcap", "-Y", "frame.number == 30", "-w", one)
    done, text = made(tmp_path, one)
    assert done.code == 0
    Reader(text)


def test_from_python():
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        assert "Nothing went wrong in 163 packets" in report(capture)


# -- what it must not -------------------------------------------------------------------------------------------------


def test_it_is_well_formed(loss):
    found = Reader(loss)
    assert len(found.ids) == len(set(found.ids))
    labels = {value for _, name, value in found.attributes if name in ("aria-labelledby", "for", "data-say", "data-q")}
    assert labels <= set(found.ids)


def test_the_policy_lets_its_own_style_and_script_through_and_nothing_else(loss):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', loss)[1]
    digests = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for tag in ("style", "script")
        for text in re.findall(rf"<{tag}>(.*?)</{tag}>", loss, re.S)
    ]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digests[0]}'; script-src 'sha256-{digests[1]}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert len(digests) == 2


def test_nothing_is_loaded_and_nothing_else_runs(loss):
    found = Reader(loss)
    assert not [each for each in found.attributes if each[1] == "style" or each[1].startswith("on")]
    targets = [each for each in found.attributes if each[1] in ("src", "href", "action", "xlink:href")]
    assert all(value.startswith(("#", "data:image/svg+xml;base64,")) for _, _, value in targets)
    assert not re.search(r"https?://(?!www\.w3\.org)", loss)
    assert "url(" not in loss


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202e\x1b[31m.pcap"


def test_hostile_names_of_files_and_hosts(tmp_path):
    source = tmp_path / HOSTILE.replace("/", "_")
    shutil.copy(CAPTURES.parent / LOSS, source)
    names = tmp_path / "names"
    names.write_text(f'192.168.77.1 "{"</script><script>x</script>" * 2500}"\n192.168.77.2 "<b>two</b>"\n')
    done, text = made(tmp_path, source, "--names", names)
    assert done.code == 0
    found = Reader(text)
    assert found.tags.count("script") == 1
    assert not {"b", "img"} & set(found.tags) - {"b"}
    assert "<b>two</b>" not in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "onerror" not in {name for _, name, _ in found.attributes}
    assert len(text) < 1_500_000


def test_hostile_comments_and_node_descriptions(tmp_path):
    """A comment in the capture, and the name that a node gives itself in its node description."""
    comments = tmp_path / "comments.pcapng"
    data = (CAPTURES / "derived_comments.pcapng").read_bytes()
    old = b"Soft-RoCE psn_wrap run, recorded by QEMU filter-dump"
    assert old in data
    comments.write_bytes(data.replace(old, b"<script>alert(2)</script>".ljust(len(old), b"!")))
    nodes = tmp_path / "nodes.pcap"
    data = (CAPTURES / "ib_small.pcap").read_bytes()
    assert data.count(b"sw1")
    nodes.write_bytes(data.replace(b"sw1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", b"<script>3</script"[:17].ljust(18, b">")))
    done, text = made(tmp_path, comments, nodes)
    assert done.code == 0
    found = Reader(text)
    assert found.tags.count("script") == 1
    assert "comment in the capture: <script>alert(2)</script>".casefold() in words(text).casefold()
    image = base64.b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', text)[1]).decode()
    assert "<script" not in image
    assert "&lt;script" in image


def test_many_flows_are_fifty_and_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr("ibpkt.report.collector.MOST_FLOWS", 5)
    monkeypatch.setattr("ibpkt.report.sections.MOST_FLOWS", 5)
    _, text = made(tmp_path, "captures/ib_small.pcap")
    assert "The 5 with the most packets, and 8 more." in text
    assert text[text.index("-flows-h") : text.index("-topo-h")].count('<tr><th scope="row"') == 5


def test_without_the_extra(tmp_path):
    with mock.patch.dict(sys.modules, {"jinja2": None}):
        done, text = made(tmp_path, LOSS)
    assert (done.code, text) == (2, "")
    assert done.err == "ibpkt: a page needs jinja2: pip install 'ibpkt[report]'\n"


def test_where_to_write_is_told():
    done = run("report", LOSS)
    assert done.code == 2
    assert "-o" in done.err


def test_no_such_file(tmp_path):
    done, text = made(tmp_path, "none.pcap")
    assert (done.code, text) == (3, "")
    assert "no such file" in done.err


def test_a_template_that_cannot_be_read(monkeypatch, tmp_path):
    """Its lexer needs a codec, which Python loads when it is asked for. Found by failing system calls."""
    import jinja2

    def get_template(*_):
        raise jinja2.TemplateSyntaxError("unicode-escape", 9) from LookupError("unknown encoding: unicode-escape")

    monkeypatch.setattr(jinja2.Environment, "get_template", get_template)
    page._template.cache_clear()
    done = run("report", CAPTURES / "rc_write.pcap", "-o", tmp_path / "page.html")
    expected = "ibpkt: the template of the page cannot be loaded: unknown encoding: unicode-escape\n"
    assert (done.code, done.out, done.err) == (EXHAUSTED, "", expected)
