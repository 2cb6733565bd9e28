"""Processes that begin with modules that are loaded already."""

from __future__ import annotations

import multiprocessing
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext


def preloaded(module: str) -> ForkServerContext:
    """A context whose processes begin with a module loaded.

    A process has one such server, which loads nothing more once it runs: the one before, which may have loaded what
    these processes are to change, ends.
    """
    forkserver._forkserver._stop()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context
