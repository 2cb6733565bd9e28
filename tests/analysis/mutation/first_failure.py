"""Which test fails first: a plugin of pytest that stops there, and at tests that do not end."""

from __future__ import annotations

import contextlib
import gc
import io
import resource
import signal
from collections.abc import Collection, Sequence

import hypothesis
import pytest

#: a loop without end may fill the memory before its time is over
MAX_BYTES = 8 << 30
#: seconds of wall-clock time for each of processor time: a test may hang, or only wait to be scheduled
PATIENCE = 6
_PROFILE = "fault"


class EndlessTest(BaseException):
    """The time of a test is over; nothing that catches `Exception` keeps it."""


class FirstFailure:
    """Runs tests until one fails, or takes more than its seconds.

    Attributes:
        test: the first that fails; None if none does.
    """

    def __init__(self, only: Collection[str] | None, seconds: float) -> None:
        self.test: str | None = None
        self._only, self._seconds = only, seconds

    def run(self, paths: Sequence[str], plugins: Sequence[object] = ()) -> None:
        """Run the tests of files and folders, or of these only those whose identifiers are given."""
        arguments = [
            "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "no:doctest", "-o", "addopts=", "-m", "not slow",
            "--tb", "no", "--timeout", str(PATIENCE * self._seconds), f"--hypothesis-profile={_PROFILE}", *paths,
        ]  # fmt: skip
        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        signal.signal(signal.SIGPROF, self._over)
        self._start_timer()
        printed = io.StringIO()
        gc.freeze()  # what was there before is no garbage to look through
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                done = pytest.main(arguments, plugins=[self, *plugins])
        except EndlessTest:
            self.test = "the import, which does not end"
            return
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        expected = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.INTERRUPTED)
        if self.test is None and done not in expected:
            raise RuntimeError(printed.getvalue())

    def _start_timer(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def _over(self, number: int, frame: object) -> None:
        self._start_timer()
        raise EndlessTest

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        """That a property fails is enough: no smaller example is looked for, and none is kept."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        quick = hypothesis.settings.get_profile("quick")
        hypothesis.settings.register_profile(_PROFILE, quick, phases=phases, database=None)

    @pytest.hookimpl(tryfirst=True)  # hypothesis reads the whole package where there is a property among them
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._only is not None:
            items[:] = [item for item in items if item.nodeid in self._only]

    def pytest_runtest_logstart(self) -> None:
        self._start_timer()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.test = self.test or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.test = self.test or report.nodeid
