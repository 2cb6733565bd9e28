"""Coroutines on a clock, as cocotb has them, without a simulator: the design is a Python model with `clock()`.

A test bench written like this moves to cocotb with few changes: ``await clock.edge()`` becomes
``await RisingEdge(dut.clk)``, signals become ``dut.signal.value``.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from typing import Any, Protocol


class Design(Protocol):
    """What is simulated."""

    def clock(self) -> None:
        """One rising edge: compute the outputs from the inputs."""


class Edge:
    """``await edge`` waits for the next rising edge."""

    def __await__(self) -> Generator[None]:
        yield


class Simulator:
    """Runs coroutines and a design in lock-step."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.cycles = 0
        self._running: list[Coroutine[Any, Any, Any]] = []

    def start_soon(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Start a coroutine in the background (drivers, monitors)."""
        self._running.append(coroutine)

    def run(self, test: Coroutine[Any, Any, None], most_cycles: int = 100_000) -> None:
        """Run until the test coroutine ends.

        Raises:
            TimeoutError: it does not end within so many cycles.
        """
        while self.cycles < most_cycles:
            self._running = [coroutine for coroutine in self._running if _step(coroutine)]
            if not _step(test):
                return
            self.design.clock()
            self.cycles += 1
        raise TimeoutError(f"the test still waits after {most_cycles} cycles")


def _step(coroutine: Coroutine[Any, Any, Any]) -> bool:
    """Run a coroutine to its next edge; whether it goes on."""
    try:
        coroutine.send(None)
    except StopIteration:
        return False
    return True
