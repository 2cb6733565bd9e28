"""The application by its keys: its screens are stored, and what keys and the pointer do is asked of its parts."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading

import pytest
from textual.widgets import Static

from ibpkt.cli.tui import command as tui
from ibpkt.errors import CaptureError
from ibpkt.tui.app import SLOWER
from ibpkt.tui.help_screen import KEYS
from ibpkt.tui.title_texts import fitted
from tests.support.command import pcap, run
from tests.support.shared import OWN, REPOSITORY
from tests.tui.driver import LARGE, SMALL, browser, driven, idle, press, text_of
from tests.tui.regenerate import EVERY, LOSS, NVME, PAGE, SCREENS, page_with_screens, path_of, screen, typed

CORRUPT = OWN / "corrupt_write.pcap"


@pytest.mark.parametrize(("name", "size"), EVERY, ids=lambda value: value if isinstance(value, str) else str(value[0]))
def test_shows_what_is_stored(name, size):
    path = path_of(name, size)
    assert path.exists(), "run python -m tests.tui.regenerate, and read what it writes"
    found = screen(name, size)
    assert found == path.read_text(encoding="utf-8")
    assert len(found.splitlines()) == size[1]


def test_nothing_else_is_stored():
    assert {path.name for path in SCREENS.iterdir()} == {path_of(*case).name for case in EVERY}


def test_the_page_shows_what_is_stored():
    assert page_with_screens() == PAGE.read_text(encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8").count("<!-- screen ") == 4


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(REPOSITORY)


@pytest.mark.costly
def test_the_examples_of_the_help_are_shown():
    lines = re.findall(r"^  ibpkt tui (.+)$", tui.epilog, re.MULTILINE)
    assert len(lines) == 3
    assert "nothing went wrong" in driven(NVME)
    assert " 22 shown" in driven(LOSS, filter="infiniband.aeth.syndrome >= 96")


def test_every_key_of_the_help_is_bound():
    text = "".join("".join(keys) for keys in KEYS.values())
    assert {"n", "N", "g", "G", "f", "m", "c", "l", "i", "s", "|", "y", "T", "q", "/", ":"} <= set(text)


def chosen(app):
    """The packet of the list, and the field of the tree."""
    return app._packets.row, app._detail.tree_pane.node and app._detail.tree_pane.node.field


#: keys, and the row to which they lead from the first
MOVES = [
    (("j",), 1), (("down", "down", "k"), 1), (("G",), 1287), (("G", "g"), 0), (("k",), 0), (("pagedown",), 7),
    (("pagedown", "pageup"), 0), (("end", "home"), 0), (("colon", "5", "0", "enter"), 49),
    (("colon", "x", "enter"), 0), (("colon", "9", "escape"), 0),
]  # fmt: skip


@pytest.mark.costly
def test_moving():
    async def after(pilot):
        rows = []
        for keys, _ in MOVES:
            await press(pilot, "g", *keys)
            rows.append(chosen(pilot.app)[0])
        return rows

    assert driven(CORRUPT, after=after) == [row for _, row in MOVES]


def test_to_the_next_finding():
    findings = json.loads(run("expert", "--findings", "--limit", "0", "--format", "json", CORRUPT).out)["findings"]
    frames = sorted(each["frame"] for each in findings if each["severity"] != "chat")

    async def after(pilot):
        reached = []
        for keys in (("n",), ("G", "N")):
            await press(pilot, *keys)
            reached.append((chosen(pilot.app)[0] + 1, pilot.app._said_text))
        return reached

    reached = driven(CORRUPT, after=after)
    assert [row for row, _ in reached] == [frames[0], frames[-1]]
    for row, said in reached:
        assert any(said.startswith(each["kind"]) for each in findings if each["frame"] == row)


def test_the_field_below_the_pointer_is_chosen():
    async def after(pilot):
        app = pilot.app
        # BTH is in the fifth row of bytes: its PSN, bytes 51 to 53, at the end
        await pilot.hover("#bytes", offset=(1 + 6 + 3 * 9, 5))
        await idle(pilot)
        hovered = chosen(app)[1]
        await pilot.click("#bytes", offset=(1 + 6 + 3 * 0, 5))
        await idle(pilot)
        return hovered, chosen(app)[1], app._detail.bytes_pane._marked

    hovered, clicked, marked = driven(CORRUPT, ("colon", *"174", "enter"), after=after)
    assert (hovered, clicked, marked) == ("infiniband.bth.psn", "infiniband.bth.opcode", (42, 43))


def test_the_field_of_the_tree_is_marked_in_the_bytes():
    text = driven(CORRUPT, ("colon", *"174", "enter", "2", "right", "j"))
    assert re.search(r"▌ +Destination: 02:00:00:00:00:01 +eth\.dst", text)
    assert "[02 00 00 00 00 01]" in text


@pytest.mark.costly
def test_the_same_field_stays_chosen():
    async def after(pilot):
        return chosen(pilot.app)

    keys = ("colon", *"174", "enter", "2", "j", "j", "j", "j", "1", "j", "j")
    row, field = driven(CORRUPT, keys, after=after)
    assert (row, field) == (175, "infiniband.bth.opcode")


def test_filter_then_back():
    async def after(pilot):
        app = pilot.app
        counts = [app.session.count]
        for keys in (("slash", *typed("tcp"), "enter"), ("f",), ("escape",)):
            await press(pilot, *keys)
            await idle(pilot)
            counts.append(app.session.count)
        return counts, text_of(app)

    counts, text = driven(CORRUPT, after=after)
    assert counts[0] == counts[3] == 1288
    assert 0 < counts[1] < 100
    assert counts[2] == counts[1]  # TCP has no flow: nothing is followed
    assert "Filter▸\n" in text


@pytest.mark.costly
def test_a_wrong_filter_is_not_taken():
    async def after(pilot):
        return pilot.app.session.filtered, pilot.app._filter_line.is_typing

    assert driven(CORRUPT, ("slash", *typed("infiniband.bth.pns"), "enter"), after=after) == (None, True)


@pytest.mark.costly
def test_tab_completes():
    assert "Filter▸ infiniband.bth.psn" in driven(CORRUPT, ("slash", *typed("infiniband.bth.ps"), "tab"))


@pytest.mark.costly
def test_from_an_incident_to_its_packet():
    async def after(pilot):
        app = pilot.app
        first = app.session.analysis.incidents[0].first_frame
        await press(pilot, "i", "enter")
        await idle(pilot)
        return first, chosen(app)[0] + 1, len(app.screen_stack)

    first, row, screens = driven(LOSS, after=after)
    assert (row, screens) == (first, 1)


@pytest.mark.costly
def test_a_filter_that_hides_the_packet_is_taken_away():
    async def after(pilot):
        await idle(pilot)
        await press(pilot, "i", "enter")
        await idle(pilot)
        return pilot.app.session.count, pilot.app.session.filtered

    assert driven(LOSS, after=after, filter="tcp") == (2855, None)


@pytest.mark.costly
def test_from_the_statistics_to_a_flow_and_its_ladder():
    async def after(pilot):
        app = pilot.app
        await press(pilot, "s", *["j"] * 6, "enter")
        await idle(pilot)
        followed = app.session.followed[-1].title
        await press(pilot, "l", "enter", "escape")
        await idle(pilot)
        return followed, len(app.screen_stack), app.session.followed

    followed, screens, rest = driven(NVME, after=after)
    assert followed.startswith("flow ")
    assert (screens, rest) == (1, [])


@pytest.mark.costly
def test_escape_leads_back():
    async def after(pilot):
        screens = []
        for key in [each for other in ("i", "s", "question_mark", "l") for each in (other, "escape")]:
            await press(pilot, key)
            await idle(pilot)
            screens.append(len(pilot.app.screen_stack))
        return screens

    assert driven(LOSS, ("n",), after=after) == [2, 1] * 4


@pytest.mark.costly
def test_panes_side_by_side():
    text = driven(CORRUPT, size=LARGE)
    assert re.search(r"Packets ─ 1 ─│.*Tree ─ 2 ─", text)
    assert not re.search(r"Packets ─ 1 ─│", driven(CORRUPT, ("vertical_line",), size=LARGE))


def test_what_does_not_change_is_not_drawn_again(monkeypatch):
    async def after(pilot):
        updated = []
        monkeypatch.setattr(Static, "update", lambda *_, **__: updated.append(1))
        for _ in range(SLOWER):
            pilot.app.tick()
        return updated

    assert driven(CORRUPT, after=after) == []


@pytest.mark.costly
def test_light():
    async def after(pilot):
        await pilot.pause(0.2)  # its style sheet is read again behind the key
        return pilot.app.theme, text_of(pilot.app)

    theme, text = driven(CORRUPT, ("T",), after=after)
    assert theme == "ibpkt-light"
    assert text == driven(CORRUPT)


HOSTILE = "\x1b]0;owned\x07[red]x[/red]\u202e\x9b31m\n"


@pytest.mark.costly
def test_hostile_text_stays_text(tmp_path):
    """Escape sequences, markup and marks of direction in file names, comments and packets."""
    description = b"\x1b[2J\x07[bold]x[/]\x9b1m".ljust(64, b"\0")
    found = next(row for row in OWN.glob("ib_small.pcap"))
    data = bytearray(found.read_bytes())
    path = tmp_path / f"{HOSTILE.strip()}.pcap".replace("/", "_")
    at = data.find(b"node")
    data[at if at > 0 else 200 : (at if at > 0 else 200) + 64] = description
    path.write_bytes(bytes(data))

    async def after(pilot):
        texts = []
        for keys in ((), ("2", "plus"), ("i",), ("escape", "s"), ("escape", "question_mark")):
            await press(pilot, *keys)
            await idle(pilot)
            texts.append(text_of(pilot.app))
        return "".join(texts)

    text = driven(path, after=after)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert "[red]x[" in text or "[/red]" in text or "_red]" in text


def test_hostile_comments():
    async def after(pilot):
        await press(pilot, "2", "end")
        await idle(pilot)
        return text_of(pilot.app)

    text = driven("captures/derived_comments.pcapng", after=after)
    assert "comment" in text
    assert all(char.isprintable() or char == "\n" for char in text)


def test_one_packet(tmp_path):
    path = tmp_path / "one.pcap"
    path.write_bytes(pcap([bytes(60)]))
    assert " 1/1 " in driven(path)


async def gone(pilot):
    """Wait until the application ends."""
    for _ in range(1000):
        await pilot.pause(0.02)
        if pilot.app._exit:
            return
    raise TimeoutError


def test_what_is_no_capture_ends_it(tmp_path):
    path = tmp_path / "x.pcap"
    path.write_bytes(b"no capture at all, but some text")

    async def run():
        app = browser(path)
        async with app.run_test() as pilot:
            await gone(pilot)
        return app.return_value

    assert asyncio.run(run()) == f"{path}: not a capture (pcap, pcapng or ERF)"


def test_a_cut_capture_is_told_at_the_end():
    async def run():
        app = browser("captures/derived_cut_in_record.pcap")
        async with app.run_test() as pilot:
            await idle(pilot)
            await press(pilot, "q")
        return app.return_value

    assert asyncio.run(run()).endswith("the file ends inside a record in packet 87 at byte 72448")


def test_a_mistake_in_the_background_is_no_silence(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("ibpkt.tui.packet_index.PacketIndex.read", fail)

    async def run():
        app = browser(CORRUPT)
        async with app.run_test() as pilot:
            await gone(pilot)
        return app.crash

    assert isinstance(asyncio.run(run()), ZeroDivisionError)


def test_a_pipe_and_its_end():
    """Packets are shown while others are still to come; G stays at the end."""
    data = (OWN / "rc_write.pcap").read_bytes()
    out, into = os.pipe()

    async def run():
        with os.fdopen(out, "rb", buffering=0) as file:
            app = browser(file, name="-")
            async with app.run_test() as pilot:
                await idle(pilot, lambda: app.session and app.session.count)
                await press(pilot, "G")
                first = app.session.count
                text = text_of(app)
                writer = threading.Thread(target=lambda: (os.write(into, data[10000:]), os.close(into)))
                writer.start()
                await idle(pilot)
                writer.join()
                return first, text, app.session.count, chosen(app)[0], text_of(app)

    os.write(into, data[:10000])
    first, text, count, row, end = asyncio.run(run())
    assert 0 < first < 163
    assert "waits for more" in text
    assert (count, row) == (163, 162)
    assert "✓ nothing went wrong" in end


def test_a_file_that_grows(tmp_path):
    data, path = (OWN / "rc_write.pcap").read_bytes(), tmp_path / "x.pcap"
    path.write_bytes(data[:10000])

    async def run():
        app = browser(path, follow=True)
        async with app.run_test() as pilot:
            await idle(pilot, lambda: app.session and app.session.count)
            first = app.session.count
            with path.open("ab") as file:
                file.write(data[10000:])
            await idle(pilot, lambda: app.session.count == 163)
            return first, app.session.count

    first, count = asyncio.run(run())
    assert 0 < first < count == 163


def test_incidents_of_a_file_that_grows(tmp_path):
    """They are those that the same packets have in a file that has ended."""
    data, path, whole = CORRUPT.read_bytes(), tmp_path / "x.pcap", tmp_path / "whole.pcap"
    cut = len(data) // 2
    path.write_bytes(data[:cut])
    whole.write_bytes(data[:cut])

    async def drive():
        app = browser(path, follow=True)
        async with app.run_test(size=SMALL) as pilot:
            await idle(pilot, lambda: app.session and app.session.analysis.packets)
            await press(pilot, "i")
            await idle(pilot, lambda: app.session.analysis.seen)
            first = text_of(app), [each.sentence for each in app.session.analysis.incidents]
            with path.open("ab") as file:
                file.write(data[cut:])
            await idle(pilot, lambda: app.session.analysis.seen == 1288)
            return *first, [each.sentence for each in app.session.analysis.incidents]

    text, sentences, last = asyncio.run(drive())
    assert "packets have been analysed. Incidents so far:" in text
    assert "damaged" in text
    for path, found in ((whole, sentences), (CORRUPT, last)):
        expected = json.loads(run("expert", "--format", "json", path).out)["incidents"]
        assert found == [each["sentence"] for each in expected if each["severity"] != "info"]


@pytest.mark.parametrize(
    ("parts", "room", "text"),
    [
        ([" name", "1/2"], 20, " name   1/2"),
        ([" a long name.pcap", "1/2", "flow 1"], 24, " …me.pcap   1/2   flow 1"),
        ([" a long name.pcap", "1/2"], 3, " …pcap   1/2"),
    ],
)
def test_titles_fit(parts, room, text):
    assert fitted(parts, room) == text


def test_opening_what_is_not_there():
    with pytest.raises(CaptureError, match="no such file"):
        browser("nosuch.pcap")._make_session()
