"""Traces as files: spans of OpenTelemetry (OTLP/JSON), for systems that collect traces of programs.

A line is a request of many spans, as OpenTelemetry's file exporter writes them; memory does not grow with the capture.
A message, a command, a finding and an incident are a trace each; what belongs to a message or a command is its child.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from ibpkt.plot.trace_tracks import TraceEvent

#: spans of a line
_MOST = 500
#: what a span is, by the category of its event: a client asks, a server answers, all else happens inside
_INTERNAL, _SERVER, _CLIENT = 1, 2, 3
_KINDS = {"message": _CLIENT, "command": _CLIENT, "response": _SERVER}
#: events that belong to the one before them
_CHILDREN = frozenset({"response", "data"})
#: outcomes and severities that are errors
_ERRORS = frozenset({"refused", "flushed", "unanswered", "error"})
_ERROR = 2


class OtlpFile:
    """Writes events to a file as spans.

    Args:
        out: the file; it stays open.
        name: of the capture: equal captures have equal identifiers.
        start: gives the time of the first packet, in nanoseconds since the epoch, once there is an event.
        version: of the program, for the scope of the spans.
    """

    def __init__(self, out: BinaryIO, name: str, start: Callable[[], int], version: str) -> None:
        self._out = out
        self._start = start
        self._scope = {"name": "ibpkt", "version": version}
        self._digest = hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=16)
        self._encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
        self._hosts: dict[int, str] = {}
        self._tracks: dict[tuple[int, int], str] = {}
        self._spans: dict[str, list[dict[str, Any]]] = {}
        self._count = 0
        self._parent = "", ""  # the trace and the span that a child belongs to

    def write(self, event: TraceEvent) -> None:
        """Write the next event; arrows are the parents of their spans already."""
        phase, place = event["ph"], (event["pid"], event["tid"])
        if phase == "M" and event["name"] == "process_name":
            self._hosts[event["pid"]] = event["args"]["name"]
        elif phase == "M" and event["name"] == "thread_name":
            self._tracks[place] = event["args"]["name"]
        elif phase in ("X", "i"):
            self._spans.setdefault(self._hosts[event["pid"]], []).append(self._span(event, self._tracks[place]))
            if self._count % _MOST == 0:
                self._flush()

    def end(self, about: Mapping[str, object]) -> None:
        """There are no more.

        Args:
            about: what is known of the whole trace; spans have no place for it.
        """
        self._flush()

    def _span(self, event: TraceEvent, track: str) -> dict[str, Any]:
        self._count += 1
        digest = self._digest.copy()
        digest.update(f"{self._start()} {self._count}".encode())
        identifier = digest.hexdigest()
        trace, span = identifier, identifier[:16]
        start = self._start() + round(event["ts"] * 1000)
        found: dict[str, Any] = {"traceId": trace, "spanId": span}
        if event["cat"] in _CHILDREN:
            trace, parent = self._parent
            found |= {"traceId": trace, "parentSpanId": parent}
        else:
            self._parent = trace, span
        args = event["args"]
        found |= {
            "name": event["name"],
            "kind": _KINDS.get(event["cat"], _INTERNAL),
            "startTimeUnixNano": str(start),
            "endTimeUnixNano": str(start + round(event.get("dur", 0) * 1000)),
            "attributes": _attributes({"category": event["cat"], "track": track, **args}),
        }
        if args.get("outcome") in _ERRORS or args.get("severity") in _ERRORS:
            found["status"] = {"code": _ERROR}
        return found

    def _flush(self) -> None:
        """Write a line: the spans of each host, which is what OpenTelemetry calls a service."""
        if not self._spans:
            return
        resources = [
            {
                "resource": {"attributes": [_attribute("service.name", host)]},
                "scopeSpans": [{"scope": self._scope, "spans": spans}],
            }
            for host, spans in self._spans.items()
        ]
        self._out.write(f"{self._encode({'resourceSpans': resources})}\n".encode())
        self._spans = {}


def _attributes(values: Mapping[str, object]) -> list[dict[str, Any]]:
    return [_attribute(f"ibpkt.{name}", value) for name, value in values.items()]


def _attribute(key: str, value: object) -> dict[str, Any]:
    """A value as OTLP/JSON has it: whole numbers of 64 bits are texts."""
    if isinstance(value, bool):
        return {"key": key, "value": {"boolValue": value}}
    if isinstance(value, int):
        return {"key": key, "value": {"intValue": str(value)}}
    if isinstance(value, float):
        return {"key": key, "value": {"doubleValue": value}}
    return {"key": key, "value": {"stringValue": str(value)}}
