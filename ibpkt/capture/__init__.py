"""Capture files in and out: pcap, pcapng and ERF, plain or compressed, from and to paths, pipes and file objects.

This package knows bytes and times, nothing of InfiniBand.
"""

from ibpkt.capture.follow import Following
from ibpkt.capture.interleave import MergedRecords
from ibpkt.capture.join import CopyDetector, JoinedReader, join_captures
from ibpkt.capture.reader import CaptureReader, open_capture
from ibpkt.capture.records import SLACK, Interface, Records
from ibpkt.capture.stop_switch import StopSwitch

__all__ = [
    "SLACK",
    "CaptureReader",
    "CopyDetector",
    "Following",
    "Interface",
    "JoinedReader",
    "MergedRecords",
    "Records",
    "StopSwitch",
    "join_captures",
    "open_capture",
]
