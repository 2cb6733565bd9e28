"""How the tests run: profiles of hypothesis, what counts as slow, and how many processes share the work."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

from tests.support.shared import OWN, REPEATED, REPOSITORY, SHARED
from tests.support.sweep_sample import COSTLY, FAMILY, SWEEP, is_costly, left_out

# readline, which pytest imports, tells the processes that it starts the size of a terminal that is none, and tables and
# help texts fit into that
for _name in ("COLUMNS", "LINES"):
    os.environ.pop(_name, None)

_SLOW = [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large]

# A machine that is busy is no reason to fail, so there are no deadlines.  The quick profile tries the same examples in
# every run: what fails is the change, not the dice.  `ci` tries others with every change, `thorough` more of them, and
# every case of a sweep (half an hour), and `endless` goes on for as long as one likes.
for _name, _examples, _same in (
    ("quick", 20, True),
    ("ci", 20, False),
    ("thorough", 100, False),
    ("endless", 5000, False),
):
    hypothesis.settings.register_profile(
        _name, deadline=None, max_examples=_examples, derandomize=_same, suppress_health_check=_SLOW
    )
hypothesis.settings.load_profile("quick")

#: where hypothesis keeps what ``@settings`` says; a version that keeps it elsewhere only takes longer
_SETTINGS = "_hypothesis_internal_use_settings"
FEWEST_EXAMPLES = 3
#: captures beside the repository, by the directory with which `tests.tshark.store` begins their names
BESIDE = ("recorded/", "third_party/")
#: tests that talk to a Linux kernel, which boots for a minute
GUEST = ("tests", "live")
#: to these one form of a capture is not like another
READERS = (("tests", "capture"), ("tests", "io"))
#: tests of many seconds, which begin first: at the end a process would wait for another that has just begun one
LONGEST = {
    "tests/analysis/mutation/test_faults.py::test_a_sample_is_found",
    "tests/analysis/mutation/test_faults.py::test_what_is_no_fault_is_not_found_and_what_does_not_end_is",
    "tests/analysis/test_analyser.py::test_batches_of_any_size",
    "tests/analysis/test_bounds.py::test_no_packet_costs_much",
    "tests/cli/test_signals.py::test_terminated_at_any_moment",
    "tests/cli/test_types_of_keys.py::test_keys_of_all_recordings",
    "tests/constructs/test_agreement.py::test_packets_of_captures",
    "tests/craft/test_python_code.py::test_packets_of_captures",
    "tests/fabric/topology/test_never_regular.py::test_hundreds_of_random_graphs_of_the_same_degrees",
    "tests/fuzz/test_commands.py::test_a_minute_of_commands",
    "tests/strategies/test_packets.py::test_headers_reach_all_of_a_field",
    "tests/strategies/test_traffic.py::test_what_goes_wrong_is_reached",
}
#: and collections of young objects between those of older ones
OBJECTS_BETWEEN_COLLECTIONS = (20_000, 20, 20)
#: more processes spend their time on collecting
MOST_PROCESSES = 16


def pytest_configure(config: pytest.Config) -> None:
    """A test that is asked for by its name runs, slow or not; processes that tests start share their bytecode."""
    if config.option.markexpr == "not slow" and all("::" in argument for argument in config.args):
        config.option.markexpr = ""
    _share_bytecode(config)


def _share_bytecode(config: pytest.Config) -> None:
    """Where no bytecode may stand beside the sources it stands in a directory of this run.

    Otherwise every process that a test starts compiles the whole package, which takes as long as most commands.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        directory = tempfile.mkdtemp(prefix="ibpkt-bytecode-")
        config.add_cleanup(lambda: shutil.rmtree(directory, ignore_errors=True))
        os.environ["PYTHONPYCACHEPREFIX"] = directory


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """The directory in which a test ends is not the one in which the next begins."""
    here = os.getcwd()
    result = yield
    os.chdir(here)
    return result


def pytest_report_header(config: pytest.Config) -> str:
    """Says what is left out."""
    slow = "without slow tests, which -m slow runs" if config.option.markexpr == "not slow" else "slow ones too"
    sample = f"one case in {SWEEP} of a sweep, one test in {FAMILY} of a family, one costly test in {COSTLY}"
    tried = "every case of a sweep, every test of a family" if _tries_every_case(config) else sample
    return f"ibpkt: {slow}; {tried}; {hypothesis.settings().max_examples} examples a property"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three for two cores, since tests wait for programs; one test, or a file, is not worth starting processes."""
    paths = [argument.partition("::") for argument in config.args]
    if all(test or Path(path).is_file() for path, _, test in paths):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores * 3 // 2, MOST_PROCESSES)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, object, object]:
    """Mark what is slow for its capture or its guest, scale examples to the profile; the longest tests come first.

    Of what ``-m`` leaves, a run of the whole suite tries a sample of each sweep, of each family and of costly tests.
    """
    for item in items:
        callspec = getattr(item, "callspec", None)
        folder = item.path.relative_to(REPOSITORY).parts[:2]
        if folder == GUEST or any(_is_slow(value, folder) for value in (callspec.params.values() if callspec else ())):
            item.add_marker(pytest.mark.slow)
    for function in {getattr(item, "obj", None) for item in items}:
        _scale(function)
    items.sort(key=lambda item: item.nodeid.partition("[")[0] not in LONGEST)
    result = yield
    if not _tries_every_case(config):
        seed = str(config.getoption("hypothesis_seed", None) or 0)
        sweeps, families, costly = defaultdict(list), defaultdict(list), []
        for item in items:
            if family := item.get_closest_marker("family"):
                families[family.args[0]].append(item.nodeid)
            elif item.get_closest_marker("sweep"):
                sweeps[item.nodeid.partition("[")[0]].append(item.nodeid)
            elif is_costly(list(item.iter_markers()), chosen=bool(config.option.markexpr)):
                costly.append(item.nodeid)
        others = left_out(sweeps, SWEEP, seed) | left_out(families, FAMILY, seed)
        others |= left_out({"costly": costly}, COSTLY, seed)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in others])
        items[:] = [item for item in items if item.nodeid not in others]
    return result


def _tries_every_case(config: pytest.Config) -> bool:
    """Whether all of sweeps and families are tried: in a part of the suite, and in a thorough run."""
    whole = {config.rootpath / path for path in config.getini("testpaths")}
    if config.option.keyword or {config.rootpath / argument for argument in config.args} != whole:
        return True
    return hypothesis.settings().max_examples >= hypothesis.settings.get_profile("thorough").max_examples


def _is_slow(value: object, folder: tuple[str, ...]) -> bool:
    """Whether a parameter is a capture for the slow run: beside the repository there are many, and larger ones."""
    if isinstance(value, Path):
        repeated = value.parent == OWN and value.name in REPEATED and folder not in READERS
        return repeated or value.is_relative_to(SHARED)
    if isinstance(value, str):
        directory, _, name = value.partition("/")
        return value.startswith(BESIDE) or (directory == OWN.name and name in REPEATED)
    return False


def _scale(function: object) -> None:
    """The number in a test's own ``@settings`` is that of the thorough profile; others take their share of it."""
    own = getattr(function, _SETTINGS, None)
    profile, thorough = hypothesis.settings(), hypothesis.settings.get_profile("thorough")
    if own is None or own.max_examples == profile.max_examples or profile.max_examples == thorough.max_examples:
        return
    share = own.max_examples * profile.max_examples // thorough.max_examples
    count = max(share, min(own.max_examples, FEWEST_EXAMPLES))
    setattr(function, _SETTINGS, hypothesis.settings(own, max_examples=count))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing is thrown away while tests are collected: looking for garbage takes a sixth of that time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What has been collected stays: looking for garbage among millions of objects takes a tenth of the time.

    Nor need a test look for it after every 700 objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*OBJECTS_BETWEEN_COLLECTIONS)


def pytest_sessionfinish() -> None:
    """Extension modules say what they find left at the end."""
    gc.unfreeze()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Only test files: ``--doctest-modules`` would import benchmarks, the programs of the guest, and all helpers."""
    return True if collection_path.suffix == ".py" and not collection_path.name.startswith("test_") else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Nor doctests of test files: ``--doctest-modules`` would look through thirty thousand tests for some."""
    return [collector for collector in (yield) if type(collector) is pytest.Module]
