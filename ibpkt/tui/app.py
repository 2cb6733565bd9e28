"""The application: packets, tree and bytes on the first screen, and the way to the others.

Nothing that takes long to import is imported before the first screen is drawn, and nothing that takes long is done in
its thread: a `CaptureSession` works in the background, and the screen asks it ten times a second what there is.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Static

from ibpkt.errors import CaptureError, escape_text
from ibpkt.tui.detail_pane import DetailPane
from ibpkt.tui.filter_line import FilterLine
from ibpkt.tui.line_view import LineView
from ibpkt.tui.packet_list import PacketList
from ibpkt.tui.pane_screen import PaneScreen
from ibpkt.tui.styles import THEMES, style, theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from ibpkt.tui.session import CaptureSession

#: seconds after which the screen asks what there is
TICK = 0.1
#: ticks after which other screens are drawn again while work goes on
SLOWER = 5
#: columns from which on panes are side by side
SIDE_BY_SIDE = 120
#: seconds after which a thread in the background makes way for the screen
SWITCH = 0.001
#: seconds after which the screen looks whether the first packets are there, and after which the analysis begins anyway
FIRST_LOOK, FIRST_WAIT = 0.02, 1.0
KEYS = " / filter  f flow  l ladder  i incidents  s statistics  n next ▲  ? help  q end"


class PacketBrowser(App[str]):
    """A capture in the terminal.  It returns a sentence about what was wrong with the file, if anything was.

    Args:
        begin: opens the capture, see `CaptureSession`; called in the background after the first screen is drawn.
        light: dark text on light ground.

    Attributes:
        session: the capture; None until it is open.
        crash: a mistake in the program, found in the background.
    """

    TITLE = "ibpkt"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: $background; color: $foreground; }
    #title, #keys { height: 1; background: $panel; }
    #keys { text-wrap: nowrap; text-overflow: ellipsis; }
    #keys.said { height: auto; max-height: 3; text-wrap: wrap; }
    #filter { height: 1; }
    #prompt { width: auto; color: $primary; }
    #typed { width: 1fr; background: $background; }
    #typed.wrong { color: $error; }
    #aside { width: 1; color: $foreground; }
    #panes { height: 1fr; }
    #packets { height: 9fr; }
    #detail { height: 14fr; }
    #tree { height: 8fr; }
    #bytes { height: 6fr; }
    .beside #panes { layout: horizontal; }
    .beside #packets { height: 1fr; width: 11fr; border-right: solid $panel; }
    .beside #detail { height: 1fr; width: 9fr; }
    #ladder, #incidents, #statistics, #text { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", show=False),
        Binding("escape", "go_back", show=False),
        Binding("ctrl+c", "end", show=False, priority=True),
        Binding("slash", "filter", show=False, priority=True),  # before the keys behind it go elsewhere
        Binding("colon", "place", show=False, priority=True),
        Binding("question_mark", "help", show=False),
        Binding("f", "follow('flow')", show=False),
        Binding("m", "follow('message')", show=False),
        Binding("c", "follow('command')", show=False),
        Binding("l", "ladder", show=False),
        Binding("i", "incidents", show=False),
        Binding("s", "statistics", show=False),
        Binding("n", "finding(1)", show=False),
        Binding("N", "finding(-1)", show=False),
        Binding("tab", "next_pane(1)", show=False, priority=False),
        Binding("shift+tab", "next_pane(-1)", show=False),
        Binding("1", "pane('packets')", show=False),
        Binding("2", "pane('tree')", show=False),
        Binding("3", "pane('bytes')", show=False),
        Binding("vertical_line", "layout", show=False),
        Binding("T", "light", show=False),
        Binding("y", "copy", show=False),
    ]

    def __init__(self, begin: Callable[[], CaptureSession], *, name: str, light: bool = False) -> None:
        super().__init__()
        for each in THEMES:
            self.register_theme(theme(each))
        self.theme = list(THEMES)[light]
        self.session: CaptureSession | None = None
        self.crash: BaseException | None = None
        self._make_session = begin
        self._capture = escape_text(name)
        self._failure: CaptureError | None = None
        self._beside: bool | None = None  # what was asked for
        self._looks = 0  # until the first packets
        self._ticks = 0
        self._known: tuple[object, ...] = ()  # what another screen was drawn of
        self._drawn: tuple[object, ...] = ()  # what the list was drawn of
        self._said_text = ""
        self._shown_title = ""
        self._title_line = Static("", id="title")
        self._filter_line = FilterLine()
        self._packets = PacketList()
        self._detail = DetailPane()
        self._keys_line = Static(Text(KEYS), id="keys")

    def compose(self) -> ComposeResult:
        """The first screen."""
        yield self._title_line
        yield self._filter_line
        yield Container(self._packets, self._detail, id="panes")
        yield self._keys_line

    def on_mount(self) -> None:
        """Open the capture once the screen is drawn."""
        sys.setswitchinterval(SWITCH)
        self._packets.focus()
        self._show_title()
        self.call_after_refresh(self._open)
        self._first_look = self.set_interval(FIRST_LOOK, self._look)

    def _open(self) -> None:
        threading.Thread(target=self._open_now, name="open", daemon=True).start()

    def _open_now(self) -> None:
        try:
            session = self._make_session()
            session.start()
            self.session = session
            session.index.begun.wait(FIRST_WAIT)
            session.touch()  # the first packets are drawn before more are read
            session.start_unasked()
        except CaptureError as error:
            self._failure = error
        except BaseException as error:  # whatever it is, the main thread must know
            self.crash = error

    def on_unmount(self) -> None:
        """End the work in the background."""
        if self.session is not None:
            self.session.close()

    def _look(self) -> None:
        """Look often until the first packets are there, then in peace."""
        session = self.session
        self._looks += 1
        begun = session is not None and (session.index.begun.is_set() or self._looks * FIRST_LOOK > FIRST_WAIT)
        if self._failure or self.crash or begun:
            self._first_look.stop()
            self.set_interval(TICK, self.tick)
            self.tick()

    # -- what is on the screen ----------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Show what there is by now."""
        session = self.session
        crash = self.crash or (session and session.crash)
        failure = self._failure or (session and session.failure)
        if failure or crash:
            self.crash = crash or None
            self.exit(str(failure or ""))
            return
        if session is None or not self.screen_stack:  # the last tick may come when all screens are gone
            return
        if self._packets.session is None:
            self._packets.session = session
            self._filter_line.hold(session.options.filter)
        self._ticks += 1
        session.update()
        drawn = self._list_facts(session)
        if drawn != self._drawn:  # what does not change is not sent again: the terminal may be far away
            self._drawn = drawn
            self.refresh_packets()
        self._detail.tick(session)
        analysis = session.analysis
        known = session.index.count, analysis.packets, analysis.seen, analysis.is_complete, analysis.may_look
        if isinstance(self.screen, PaneScreen) and known != self._known and self._ticks % SLOWER == 0:
            self._known = known
            self.screen.refresh_pane()
        self._show_title()

    def _list_facts(self, session: CaptureSession) -> tuple[object, ...]:
        """What the list on the screen is made of."""
        packets, analysis = self._packets, session.analysis
        last = packets.top + packets.room
        shown = session.rows(max(0, min(last, session.count) - 1), last)
        return (
            min(session.count, last), packets.stays_last and session.count, len(str(session.index.count)),
            min(analysis.facts.count, shown[-1] + 1 if shown else 0), analysis.is_complete, session.filtered,
            len(session.followed),
        )  # fmt: skip

    def refresh_packets(self) -> None:
        """Show the packets that are there by now, and the tree of the chosen one."""
        session = self.session
        if session is None:
            return
        session.update()
        if self._packets.stays_last:
            self._packets.action_last()
        else:
            self._packets.choose(self._packets.cursor)
        if self._packets.row != self._detail.row:
            self._show_tree()
        self._packets.refresh()

    @on(LineView.Moved, "#packets")
    def _packet_chosen(self) -> None:
        self._show_tree()
        self._show_title()

    def _show_tree(self) -> None:
        """Decode the chosen packet."""
        self._detail.show(self._packets.row, self.session)

    def _show_title(self) -> None:
        """The first line, and what comes of the filter at the end of the second."""
        session, width = self.session, self.size.width
        if session is None:
            text = Text(f" {self._capture}   opening", no_wrap=True)
        else:
            from ibpkt.tui.title_texts import filter_text, fitted, state_text, title_parts

            right = state_text(session)
            left = fitted(title_parts(session, self._capture, self._detail.row), width - len(right) - 2)
            text = Text(left + " " * max(1, width - len(left) - len(right) - 1), no_wrap=True, overflow="crop")
            role = "fine" if right.startswith("✓") else "waiting" if "%" in right else "again"
            text.append(right, Style(color=style(role, self.theme).color))
            self._filter_line.aside(filter_text(session))
        if text.plain != self._shown_title:
            self._shown_title = text.plain
            self._title_line.update(text, layout=False)  # it is a line of the same length

    def say(self, text: str) -> None:
        """Say something in the last line, until the next key."""
        self._said_text = text
        self._keys_line.set_class(bool(text), "said")
        self._keys_line.update(Text(f" {escape_text(text)}" if text else KEYS))

    async def on_event(self, event: events.Event) -> None:
        """Work in the background stands aside for keys and the wheel."""
        if self.session is not None and isinstance(event, events.InputEvent):
            self.session.touch()
        await super().on_event(event)

    def on_key(self) -> None:
        """What was said has been read."""
        if self._said_text and not self._filter_line.is_typing:
            self.say("")

    def on_resize(self) -> None:
        """Panes are side by side where there is room."""
        beside = self.size.width >= SIDE_BY_SIDE if self._beside is None else self._beside
        self.screen_stack[0].set_class(beside, "beside")
        self._shown_title = ""

    # -- filter and places --------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed, the keys that begin to type are text."""
        return not (action in ("filter", "place") and self._filter_line.is_typing)

    def action_filter(self) -> None:
        """Type a filter."""
        self._filter_line.begin()

    def action_place(self) -> None:
        """Type where to go."""
        self._filter_line.begin(place=True)
        self.say("the number of a packet, or +SECONDS since the first one")

    @on(FilterLine.Typed)
    def _typed(self, event: FilterLine.Typed) -> None:
        state = event.state
        if state is not None and self._filter_line.is_typing:
            offers = "  ".join(state.offers)
            self.say(state.trouble if state.trouble and not offers else offers or "Enter applies it, Esc leaves it")

    @on(FilterLine.Left)
    def _left(self) -> None:
        self._filter_line.end()
        self.say("")
        self._packets.focus()

    @on(FilterLine.Entered)
    def _entered(self, event: FilterLine.Entered) -> None:
        session = self.session
        self._left()
        if session is None:
            return
        if event.is_place:
            self._go_to(event.text.strip(), session)
            return
        row = self._packets.row
        session.set_filter(event.text.strip())
        self._filter_line.hold(event.text.strip())
        self._keep_row(row)

    def _keep_row(self, row: int | None) -> None:
        """After something else is shown: the packet that was chosen stays so, or the next one is."""
        session = self.session
        if session is not None:
            session.update()
            self._packets.choose(0 if row is None else session.place_of(row), centered=True)
            self.refresh_packets()
            self._show_title()

    def _go_to(self, text: str, session: CaptureSession) -> None:
        from ibpkt.tui.places import row_at  # late: the first screen is drawn before

        row = row_at(text, session.index)
        if row is None:
            self.say(f"there is no packet {text!r}; type a number from 1 to {session.index.count:,}, or +SECONDS")
        else:
            self._packets.choose(session.place_of(row), centered=True)
            self._show_title()

    # -- following and other screens ----------------------------------------------------------------------------------

    def action_follow(self, what: str) -> None:
        """Show only the flow, message or command of the chosen packet."""
        session, row = self.session, self._packets.row
        if session is None or row is None:
            return
        follow = {"flow": session.follow_flow, "message": session.follow_message, "command": session.follow_command}
        trouble = follow[what](row)
        if trouble:
            self.say(trouble)
        else:
            self._keep_row(row)

    def show_packet(self, row: int) -> None:
        """Show a packet in the list; what hides it is taken away.

        Args:
            row: the packet, from 0.
        """
        session = self.session
        self._to_first_screen()
        if session is None:
            return
        session.update()
        if not session.shows(row):
            session.followed.clear()
            session.update()
            if not session.shows(row) and session.filtered is not None:
                session.set_filter("")
                self._filter_line.hold("")
                self.say(f"the filter is taken away: it hides packet {row + 1}")
        self._keep_row(row)

    def show_flow(self, flow: int, row: int) -> None:
        """Show only the packets of a flow.

        Args:
            flow: its number.
            row: the packet to choose, from 0.
        """
        session = self.session
        self._to_first_screen()
        if session is not None:
            session.followed.clear()
            session.follow_flow_of(flow)
            self._keep_row(row)

    def show_ladder(self, flow: int, row: int) -> None:
        """Show the ladder of a flow; see `show_flow`."""
        from ibpkt.tui.ladder_screen import ladder_screen  # late: the first screen is drawn before

        if self.session is not None:
            self.push_screen(ladder_screen(self.session, flow, row))

    def _to_first_screen(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def action_ladder(self) -> None:
        """The ladder of the chosen packet's flow."""
        session, row = self.session, self._packets.row
        if session is None or row is None:
            return
        flow = session.followed[-1].flow if session.followed else session.fact(row).flow
        if flow:
            self.show_ladder(flow, row)
        else:
            self.say(session.unknown(row, "flow"))

    def action_incidents(self) -> None:
        """The incidents."""
        if self.session is not None:
            from ibpkt.tui.incident_screen import incident_screen

            self.session.start_analysis()
            self.push_screen(incident_screen(self.session))

    def action_statistics(self) -> None:
        """The statistics."""
        if self.session is not None:
            from ibpkt.tui.statistics_screen import statistics_screen

            self.session.start_analysis()
            self.push_screen(statistics_screen(self.session))

    def action_help(self) -> None:
        """The keys."""
        from ibpkt.tui.help_screen import help_screen

        self.push_screen(help_screen())

    def action_finding(self, step: int) -> None:
        """The next packet that shows something wrong."""
        session, row = self.session, self._packets.row
        if session is None or row is None:
            return
        session.start_analysis()
        found = session.next_finding(row, step)
        if found is None:
            more = "" if session.analysis.is_complete else " among the packets that have been analysed so far"
            self.say(f"no {'later' if step > 0 else 'earlier'} packet shows anything wrong{more}")
            return
        self._packets.choose(session.place_of(found), centered=True)
        texts = session.analysis.texts.get(found + 1)
        self.say("; ".join(texts) if texts else "")

    # -- panes --------------------------------------------------------------------------------------------------------

    def action_pane(self, name: str) -> None:
        """Give a pane the keyboard."""
        self.query_one(f"#{name}").focus()

    def action_next_pane(self, step: int) -> None:
        """Give the next pane the keyboard, or the one before."""
        panes = [self._packets, self._detail.tree_pane, self._detail.bytes_pane]
        at = next((place for place, pane in enumerate(panes) if pane.has_focus), 0)
        panes[(at + step) % len(panes)].focus()

    def action_layout(self) -> None:
        """Panes side by side, or below each other."""
        self._beside = not self.screen_stack[0].has_class("beside")
        self.on_resize()

    def action_light(self) -> None:
        """Light or dark."""
        names = list(THEMES)
        self.theme = names[1 - names.index(self.theme)]
        self._shown_title = ""
        self.refresh(layout=True)

    def action_copy(self) -> None:
        """Copy the chosen line."""
        pane = self.focused
        if isinstance(pane, LineView) and pane.cursor < pane.count():
            text = "".join(text for text, _ in pane.line(pane.cursor, 4096)).strip()
            self.copy_to_clipboard(escape_text(text))
            self.say("copied")

    def action_leave(self) -> None:
        """To the screen before; from the first one out."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.action_end()

    def action_go_back(self) -> None:
        """To what was shown before."""
        session, row = self.session, self._packets.row
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif session is not None and session.back():
            if session.filtered is None:
                self._filter_line.hold("")
            self._keep_row(row)

    def action_end(self) -> None:
        """End; what is wrong with the file is said afterwards."""
        damage = None if self.session is None else self.session.index.damage
        self.exit("" if damage is None else str(damage))
