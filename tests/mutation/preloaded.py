"""What every trial needs and no mutant touches; each trial begins with a copy of a process that has it."""

from __future__ import annotations

import click
import construct
import hypothesis.strategies
import numpy
import pytest
import rich.console
import xdist.plugin

__all__ = ["click", "construct", "hypothesis", "numpy", "pytest", "rich", "xdist"]
