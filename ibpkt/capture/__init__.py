"""Capture files in and out: pcap, pcapng and ERF, plain or compressed, from and to paths, pipes and file objects.

This package knows bytes and times, nothing of InfiniBand.
"""

from ibpkt.capture.reader import CaptureReader, open_capture
from ibpkt.capture.records import SLACK, Interface, Records

__all__ = ["SLACK", "CaptureReader", "Interface", "Records", "open_capture"]
