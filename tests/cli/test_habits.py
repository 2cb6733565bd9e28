"""What users of tshark, capinfos, editcap and mergecap type works, or is answered by a line that works."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from ibpkt.cli.capture_tool_habits import CAPINFOS, EDITCAP, MERGECAP
from ibpkt.cli.habits import PROGRAMS, answer_program
from ibpkt.cli.program import cli
from ibpkt.cli.tshark_habits import CAPTURING, STATISTICS, TSHARK
from ibpkt.cli.typed_line import TypedLine, option_names, shell_line
from tests.support.command import CAPTURES, REPOSITORY, run

HABITS = {"tshark": (*STATISTICS, *TSHARK), "capinfos": CAPINFOS, "editcap": EDITCAP, "mergecap": MERGECAP}
ANSWERED = [
    pytest.param(program, habit.example, id=f"{program} {habit.example}")
    for program, habits in HABITS.items()
    for habit in habits
    if habit.line
]
ACCEPTED = [
    pytest.param(program, habit.example, id=f"{program} {habit.example}")
    for program, habits in HABITS.items()
    for habit in habits
    if not habit.line and habit.option != "-z"
]
CAPTURE = CAPTURES / "rc_write.pcap"


def named(words, directory):
    """The words with names of files that exist, or may be written."""
    shutil.copy(CAPTURE, directory / "x.pcap")
    shutil.copy(CAPTURES / "rc_read.pcap", directory / "y.pcap")
    names = {"x.pcap": "x.pcap", "y.pcap": "y.pcap", "DIR": "new", "OUT": "out.pcap", "OUT.gz": "out.pcap.gz"}
    (directory / "names.txt").write_text("192.168.77.1 storage\n", encoding="utf-8")
    names |= {
        "names.txt": "names.txt",
        "out.pcap": "out.pcap",
        "out.pcapng": "out.pcapng",
        "out.pcap.gz": "out.pcap.gz",
    }
    return [str(directory / names[word]) if word in names else word for word in words]


def done(line, directory):
    """Run a line that was answered, of one program or of tcpdump and ibpkt; its exit codes must be 0."""
    for part in line.split("; "):
        *before, words = (shlex.split(text) for text in part.split(" | "))
        if before:
            assert before[0][0] in ("tcpdump", "timeout")
            assert "tcpdump" in before[0]
        if words[0] in ("sha256sum", "tcpdump"):
            continue
        assert words[0] == "ibpkt"
        if words[1] == "capture":  # that it is understood: there may be no such interface, and no right to capture
            cli.get_command(None, "capture").make_context("capture", words[2:])
            continue
        if "FILE" in words:
            words = [str(CAPTURE) if word == "FILE" else word for word in words]
        result = run(*named(words[1:], directory), stdin=CAPTURE.read_bytes() if before else b"")
        assert result.code == 0, (part, result.err)
        assert "hint" not in result.err


@pytest.mark.parametrize(("program", "example"), ANSWERED)
def test_every_line_of_the_list_works(program, example, tmp_path):
    words = named(shlex.split(example), tmp_path)
    result = run(program, *words)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("ibpkt: ")
    assert result.err.count("\n") == 1
    line = re.fullmatch(r"ibpkt: .*? '(.*)'\n", result.err)[1]
    done(line, tmp_path)


@pytest.mark.parametrize(("program", "example"), ANSWERED)
def test_the_command_answers_as_the_name_of_the_program_does(program, example, tmp_path):
    words = named(shlex.split(example), tmp_path)
    command = PROGRAMS[program]  # that of editcap and mergecap, which have different options of one letter
    answers = [run(other, *words) for other, name in PROGRAMS.items() if name == command]
    assert run(command, *words) in answers


@pytest.mark.parametrize(("program", "example"), ACCEPTED)
def test_accepted_options_change_nothing(program, example):
    words = [word.replace("x.pcap", str(CAPTURE)) for word in shlex.split(example)]
    if program == "editcap":
        words += ["-w", "/dev/null"]
    assert run(PROGRAMS[program], *words) == run(PROGRAMS[program], CAPTURE)


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_an_option_takes_a_value_always_or_never(habits):
    takes = {habit.option: habit.takes for habit in habits if habit not in STATISTICS}
    assert all(takes[habit.option] == habit.takes for habit in habits if habit not in STATISTICS)


#: what tshark(1) lists under OPTIONS; long ones without those that only name other ones, and without -f, which follows
#: a file here, unless -i says that somebody captures
OPTIONS = re.findall(
    r"\S+",
    "--autostop --buffer-size --disable-all-protocols --display-filter --enable-all-protocols "
    "--export-tls-session-keys --global-profile --help --interface --linktype --list-data-link-types "
    "--list-interfaces --list-time-stamp-types --log-debug --log-domains --log-fatal --log-fatal-domains --log-file "
    "--log-noisy --monitor-mode --no-promiscuous-mode --read-file --read-filter --ring-buffer --snapshot-length "
    "--time-stamp-type --update-interval "
    "-2 -a -A -b -B -c -C -d -D -e -E -F -g -G -h -H -i -I -j -J -K -l -L -M -n -N -o -O -p -P -q -Q "
    "-r -R -s -S -t -T -u -U -v -V -w -W -x -X -y -Y -z --capture-comment --color --compress "
    "--disable-heuristic --disable-protocol --elastic-mapping-filter --enable-heuristic --enable-protocol "
    "--export-objects --hexdump --log-level --no-duplicate-keys --only-protocols --print --selected-frame "
    "--temp-dir --version",
)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_tshark_is_known(option):
    """None of them ends in "No such option", whatever follows."""
    for value in ((), ("1",), ("text",)):
        result = run("decode", option, *(("-",) if option == "-w" else value), CAPTURE)
        assert "No such option" not in result.err
        assert "Traceback" not in result.err


#: what `tshark -z help` lists, and what ibpkt's answer has for it where there is no statistic of that name
FAMILIES = {
    "conv": "stats conversations", "endpoints": "stats endpoints", "flow": "messages", "follow": "messages",
    "io,phs": "stats protocols", "io,stat": "stats io", "expert": "expert", "hosts": "stats endpoints",
}  # fmt: skip
STATISTICS_OF_TSHARK = Path(__file__).with_name("tshark_statistics.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("statistic", STATISTICS_OF_TSHARK)
def test_every_statistic_of_tshark_is_answered(statistic):
    result = run("decode", "-q", "-z", statistic, "x.pcap")
    assert result.code == 2
    line = re.fullmatch(r"ibpkt: .*? '(ibpkt .* x\.pcap)'\n", result.err)[1]
    for family, answer in FAMILIES.items():
        if f"{statistic},".startswith(f"{family},"):
            assert line.startswith(f"ibpkt {answer} ")


def test_long_names_of_letters():
    wanted = run("decode", "-Y", "infiniband.aeth", CAPTURE)
    assert run("decode", "--display-filter", "infiniband.aeth", "--read-file", CAPTURE) == wanted
    assert run("decode", "--display-filter=infiniband.aeth", CAPTURE) == wanted
    assert wanted.out


def test_the_values_of_our_own_letters():
    assert '-e "infiniband.*"' in run("decode", "-T", "json", "-j", "infiniband", "x.pcap").err


def test_capture_has_the_options_that_are_handed_on():
    assert {*CAPTURING} <= option_names(cli.get_command(None, "capture")).keys()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("-i eth0", "ibpkt capture -i eth0"),
        (
            "-i eth0 -a duration:5 -w x.pcap -Y infiniband",
            "ibpkt capture -i eth0 -a duration:5 -w x.pcap -Y infiniband -P",
        ),
        ("-a duration:5 -b filesize:10", "ibpkt capture -i IFACE -a duration:5 -b filesize:10"),
        ("-i eth0 -f port -V", "tcpdump -i eth0 -U -w - port | ibpkt decode -V -"),
    ],
)
def test_capturing(words, line):
    assert run("decode", *words.split()).err.endswith(f" '{line}'\n")


LINES = Path(__file__).with_name("tshark_lines.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("named_command", [True, False], ids=["decode", "no command"])
def test_what_users_of_tshark_type(line, named_command, tmp_path):
    words = named(shlex.split(line), tmp_path)
    result = run(*(["decode"] if named_command else []), *words)
    if result.code == 0:
        assert result.out or "-Y" in words
        return
    assert result.code == 2, result.err
    done(re.fullmatch(r"ibpkt: .*? '(.*)'\n", result.err)[1], tmp_path)


def test_there_are_as_many_lines_as_were_tried():
    assert len(LINES) >= 111


def test_other_options_are_kept():
    result = run("decode", "-o", "infiniband.rroce.port:4792", "-V", "-c", "3", "-Y", "ip.src == 1.2.3.4", "x.pcap")
    assert result.err.endswith(" 'ibpkt decode --roce-port 4792 -V -c 3 -Y \"ip.src == 1.2.3.4\" x.pcap'\n")


def test_formats_are_chosen_as_in_other_commands():
    """capinfos' -T has no value."""
    assert run("info", "-T", "json", CAPTURE) == run("info", "--format", "json", CAPTURE)
    assert run("info", CAPTURE, "-T", "text").code == 0
    assert run("info", "-T", CAPTURE).err == f"ibpkt: -T is 'ibpkt info --format json {CAPTURE}'\n"


def test_a_capture_in_the_place_of_a_command():
    result = run("captures/rc_write.pcap", "-V")
    assert (result.code, result.err) == (
        2,
        "ibpkt: a command comes before the capture: 'ibpkt decode captures/rc_write.pcap -V'\n",
    )


def test_other_commands_answer_too():
    assert "'ibpkt stats protocols x.pcap'" in run("expert", "-z", "io,phs", "x.pcap").err
    assert run("check", "-n", CAPTURE) == run("check", CAPTURE)


def test_a_filter_behind_the_file():
    wanted = run("decode", "-Y", "infiniband.aeth && frame.number < 150", CAPTURE)
    assert run("decode", "-r", CAPTURE, "infiniband.aeth && frame.number < 150") == wanted
    assert run("decode", "-r", CAPTURE, "infiniband.aeth", "&&", "frame.number", "<", "150") == wanted
    assert wanted.out
    for words in (("no_such_file",), ("-r", CAPTURE, "x.pcap"), ("-r", CAPTURE, CAPTURE, "arp")):
        assert run("decode", *words).code == 3


def test_what_nobody_knows_stays_an_error():
    result = run("decode", "--nonsense", CAPTURE)
    assert result.code == 2
    assert "No such option" in result.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["a", "b c"], 'a "b c"'),
        (["it's"], '"it\'s"'),
        (["$x"], "'$x'"),
        (["$it's"], "'$it'\\''s'"),
        ([""], '""'),
        (["a", "|", "b"], "a | b"),
    ],
)
def test_lines_can_be_pasted(words, line):
    assert shell_line(words) == line
    if "|" not in words:
        assert shlex.split(line) == words


def test_clusters_are_taken_apart():
    typed = TypedLine(
        ["-nVc5", "-qz", "io,phs", "-rx", "--", "-y"], {"-V": False, "-c": True, "-r": True}, {"-z": True}
    )
    assert [each.words for each in typed.ours] == [["-V"], ["-c", "5"]]
    assert [each.option for each in typed.theirs] == ["-n", "-q", "-z"]
    assert typed.files == ["x", "-y"]


def test_the_fields_of_a_line_are_what_the_line_shows():
    names = ("No.", "Time", "Source", "Destination", "Protocol", "Length", "Info")
    fields = [word for name in names for word in ("-e", f"_ws.col.{name}")]
    rows = run("decode", "-T", "fields", *fields, CAPTURES / "mix_all_ops.pcap").lines
    lines = run("decode", CAPTURES / "mix_all_ops.pcap").lines
    shown = ["{:>5} {:>10} {:>12} → {:<12} {} {} {}".format(*row.split("\t")) for row in rows]
    assert shown == lines


def test_protocol_names_are_parts_of_the_capture():
    def numbers(wanted):
        return set(run("decode", "-Y", wanted, "-T", "fields", "-e", "frame.number", CAPTURES / "nvmeof.pcap").lines)

    every = numbers("frame")
    assert numbers("arp") == numbers("eth.type == 0x0806") != set()
    assert numbers("roce") == numbers("rroce") == numbers("infiniband.bth")
    assert numbers("arp") | numbers("roce") == every
    assert numbers("cm") == numbers("mad") == numbers("infiniband.mad.mgmtclass == 7") != set()
    assert numbers("tcp") == numbers("sa") == numbers("smp") == set()
    tcp = run("decode", "-Y", "tcp", CAPTURES / "rc_write.pcap").lines
    assert tcp == run("decode", "-Y", "ip.proto == 6", CAPTURES / "rc_write.pcap").lines != []
    small = {name: run("decode", "-Y", name, CAPTURES / "ib_small.pcap").lines for name in ("roce", "smp", "sa", "mad")}
    assert not small["roce"]
    assert small["smp"]
    assert len(small["smp"]) + len(small["sa"]) <= len(small["mad"])


def test_the_bytes_of_a_protocol():
    arp = run("decode", "-Y", "arp", "-T", "fields", "-e", "arp", "-c", "1", CAPTURES / "nvmeof.pcap").out
    assert arp.startswith("0001080006040001")


def test_every_program_has_a_command():
    context = click.Context(cli)
    for program, name in PROGRAMS.items():
        assert answer_program(program, [], cli.get_command(context, name)).line == f"ibpkt {name} FILE"
    assert (REPOSITORY / "docs" / "tshark.md").read_text().count("| `tshark -") == sum(
        bool(habit.line) for habit in HABITS["tshark"]
    )
