"""What notebooks show: everything that is known, escaped, and nothing that runs."""

from __future__ import annotations

import base64
import dataclasses
import html.parser
import re

import pytest

import ibpkt
from ibpkt import analysis, commands
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incidents
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.errors import CallerError
from ibpkt.management import SubnGet
from tests.support.command import CAPTURES

LOSS = CAPTURES / "loss_write_3pct.pcap.gz"
#: what displaying may consist of
TAGS = {"b", "details", "div", "img", "pre", "summary", "table", "tbody", "td", "th", "thead", "tr"}
HOSTILE = "</pre><script>alert(1)</script><img src=x onerror='a'>\x1b[31m\u202e&amp;"


class Page(html.parser.HTMLParser):
    """The texts of markup, and its tags."""

    def __init__(self, markup):
        super().__init__()
        self.tags, self.attributes, self.open, self.texts = set(), {}, [], []
        self.feed(markup)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(attrs)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return "\n".join(self.texts)


def shown(item):
    page = Page(item._repr_html_())
    assert page.tags <= TAGS
    assert set(page.attributes) <= {"alt", "src"}
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", page.text)
    return page


def test_a_packet_shows_its_tree():
    with ibpkt.open(CAPTURES / "corrupt_write.pcap") as capture:
        packet = next(packet for packet in capture if packet.number == 174)
    page = shown(packet)
    assert {"details", "summary"} <= page.tags
    lines = [line.strip() for line in str(packet).splitlines()]
    assert [line.strip() for line in page.text.splitlines() if line.strip()] == lines
    assert "Invariant CRC: 0x4254d017 [bad, should be 0x06799e97]" in page.text


def test_a_batch_shows_its_first_packets():
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        batch = next(iter(capture.batches()))
        page = shown(batch)
        few = shown(next(iter(ibpkt.open(CAPTURES / "cm_reject.pcap").batches())))
    assert "163 packets" in page.text
    assert "and 143 packets more" in page.text
    assert page.text.count(" → ") == 20
    assert len(batch) == 163
    assert ("2 packets" in few.text, "more" in few.text) == (True, False)


def test_results_show_what_json_has():
    with ibpkt.open(LOSS) as capture:
        (flow,) = analysis.flows(capture)
    texts = shown(flow).texts
    first = texts.index("1")
    assert texts[first : first + 5] == ["1", "RC", "192.168.77.2 QP 0x29", "192.168.77.1 QP 0x29", "2,815"]
    assert "Carries" in texts[:first]
    with ibpkt.open(LOSS) as capture:
        message = max(analysis.messages(capture), key=lambda each: each.latency or 0)
    text = shown(message).text
    assert "WRITE, completed" in text
    assert "completion_us\n75273.0" in text
    assert f"r_key\n0x{message.r_key:x}" in text
    with ibpkt.open(CAPTURES / "nvmeof.pcap") as capture:
        command = next(each for each in commands.commands(capture) if each.kind == "Read")
    assert "Read, Success" in shown(command).text


def test_findings_and_incidents():
    expert = Expert()
    incidents = Incidents(expert)
    with ibpkt.open(LOSS) as capture:
        for batch in capture.batches():
            incidents.add(expert.add(batch), batch)
    incidents.add_last(expert.finish())
    first, *_ = incidents.finish()
    text = shown(first).text
    assert text.startswith(first.title)
    assert f"advice\n{first.advice}" in text
    with ibpkt.open(LOSS) as capture:
        finding = next(each for each in analysis.findings(capture) if each.kind.name == "lost")
    text = shown(finding).text
    assert text.startswith(str(finding))
    assert finding.kind.means in text


def test_pictures():
    with ibpkt.open(LOSS) as capture:
        (flow,) = analysis.flows(capture)
    picture = flow.plot(LOSS)
    page = shown(picture)
    form, _, data = page.attributes["src"].partition(",")
    assert form == "data:image/svg+xml;base64"
    assert base64.b64decode(data).startswith(b"<svg")
    assert page.attributes["alt"] == picture.title
    with ibpkt.open(LOSS) as capture:
        assert flow.plot(capture, "latency").title == flow.plot(LOSS, "latency").title != picture.title
    with ibpkt.open(LOSS) as capture:
        assert shown(capture.plot("matrix")).attributes["alt"]
    with ibpkt.open(CAPTURES / "ib_small.pcap") as capture:
        assert shown(capture.plot("topology")).attributes["alt"]
    with pytest.raises(CallerError, match="there is no picture of a flow 'matrix'"):
        flow.plot(LOSS, "matrix")
    with pytest.raises(CallerError, match="no flow 7"):
        dataclasses.replace(flow, number=7).plot(LOSS)


def test_hostile_texts_stay_text():
    hostile = "<script>alert(1)</script>"
    packet = ibpkt.build("LRH", SubnGet("NodeDescription", tid=1))
    assert hostile in shown(packet.replace(nodedescription__nodestring=hostile)).text
    with ibpkt.open(LOSS) as capture:
        (flow,) = analysis.flows(capture)
    flow.sides[0].address = HOSTILE
    assert "<script>alert(1)</script>" in shown(flow).text
    kind = FindingType("x", Severity.NOTE, "protocol", "{name}", HOSTILE, "")
    assert "<script>alert(1)</script>" in shown(Finding(kind, 1, 0, 0, {"name": HOSTILE})).text
    long = Finding(kind, 1, 0, 0, {"name": "<" * 100_000})
    assert len(long._repr_html_()) < 10_000
