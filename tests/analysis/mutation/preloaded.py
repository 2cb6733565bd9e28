"""What every trial needs and no fault touches; each trial begins with a copy of a process that has it."""

from __future__ import annotations

import hypothesis.strategies
import numpy
import pytest
import xdist.plugin

import ibpkt.management
import ibpkt.scapy
import ibpkt.stats
import ibpkt.strategies
import ibpkt.traffic

__all__ = ["hypothesis", "ibpkt", "numpy", "pytest", "xdist"]
