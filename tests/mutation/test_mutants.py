"""What the mutants are, how one is imported, and that the results which are kept are of the code that there is."""

from __future__ import annotations

import ast
import math

import pytest

from tests.mutation import mutants as module, reach, run
from tests.mutation.mutants import PACKAGE, Mutant, line, mutants
from tests.mutation.reach import Reached, Record
from tests.mutation.run import (
    PARTS,
    SURVIVED,
    Result,
    Trial,
    equivalent,
    in_processes,
    measure,
    of_parts,
    read,
    report,
    sample,
    trace,
    tried,
)
from tests.support.shared import REPOSITORY

SOURCE = '''"""Text 1."""
from __future__ import annotations
SIZE = 4
#: 5
class A(B[6]):
    x: Literal[7]
    def f(self, y: int = 8) -> C[9]:
        """Text 10."""
        if y < -1 and not x:
            raise ValueError(f"{y}" + "text")
        return y + 2 if True else x[1:] | 3
'''


@pytest.fixture
def source(tmp_path, monkeypatch):
    (tmp_path / "example.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    return SOURCE


def test_operators_and_constants_are_changed(source):
    assert [(each.place, each.change) for each in mutants("example.py")] == [
        (": SIZE = 4", "4 becomes 5"),
        ("A.f: def f(self, y: int = 8) -> C[9]:", "8 becomes 9"),
        ("A.f: if y < -1 and not x:", "And becomes Or"),
        ("A.f: if y < -1 and not x:", "Lt becomes LtE"),
        ("A.f: if y < -1 and not x:", "USub goes"),
        ("A.f: if y < -1 and not x:", "1 becomes 2"),
        ("A.f: if y < -1 and not x:", "Not goes"),
        ("A.f: return y + 2 if True else x[1:] | 3", "True becomes False"),
        ("A.f: return y + 2 if True else x[1:] | 3", "Add becomes Sub"),
        ("A.f: return y + 2 if True else x[1:] | 3", "2 becomes 3"),
        ("A.f: return y + 2 if True else x[1:] | 3", "BitOr becomes BitAnd"),
        ("A.f: return y + 2 if True else x[1:] | 3", "1 becomes 2"),
        ("A.f: return y + 2 if True else x[1:] | 3", "3 becomes 4"),
    ]


def test_what_has_no_effect_is_no_mutant(tmp_path, monkeypatch):
    """An assertion that two lengths are equal, how much a cache keeps, slots; not a choice that looks like one."""
    text = """
@functools.lru_cache(maxsize=64)
def f(x, y):
    return list(zip(x, y, strict=True)), list(zip(x[1:], y, strict=False)), g(x, strict=True)

@dataclass(frozen=True, slots=True)
class C: ...
"""
    (tmp_path / "example.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    assert [each.change for each in mutants("example.py")] == [
        "1 becomes 2",
        "False becomes True",
        "True becomes False",
        "True becomes False",
    ]


def test_each_is_another_module(source):
    """And each has one change: as texts of the tree, all differ from the source and from each other."""
    made = set()
    for mutant in mutants("example.py"):
        tree = ast.parse(source)
        next(apply for each, apply in module._changes("example.py", source, tree) if each == mutant)()
        made.add(ast.unparse(tree))
    assert len(made | {ast.unparse(ast.parse(source))}) == len(mutants("example.py")) + 1


def test_a_place_that_has_gone(source):
    with pytest.raises(LookupError, match="no such place"):
        Mutant("example.py", "A.f: return 0", "0 becomes 1", 0).code(source, "example.py")


def test_the_line_of_a_mutant(source):
    """Also where lines have the same text."""
    twice = [each for each in mutants("example.py") if "USub" in each.change]
    assert [line(each) for each in twice] == [9]
    assert line(mutants("example.py")[0]) == 3
    with pytest.raises(LookupError, match="no such place"):
        line(Mutant("example.py", "A.f: return 0", "0 becomes 1", 0))


def test_tests_that_reach_the_line_come_first_and_fast_ones_before_others(source):
    (mutant,) = [each for each in mutants("example.py") if "USub" in each.change]
    tests = {
        "of its module": Reached(1, {"example.py": [3]}),
        "of its line, slow": Reached(3, {"example.py": [3, 9]}),
        "of its line, fast": Reached(2, {"example.py": [9], "other.py": [1]}),
        "of another module": Reached(0, {"other.py": [9]}),
    }
    order = ["of its line, fast", "of its line, slow", "of its module", "of another module"]
    assert Record({}, {}, tests).order(mutant) == order
    many = {f"of its module, {number}": Reached(9, {"example.py": [8]}) for number in range(reach.FEW)}
    assert Record({}, {}, tests | many).order(mutant) == [*order[:3], *many]
    many = {f"of its line, {number}": Reached(number, {"example.py": [9]}) for number in range(reach.FEW)}
    assert Record({}, {}, tests | many).order(mutant)[-1] == f"of its line, {reach.FEW - 1}"


def test_what_is_kept_of_tests_that_have_not_changed(tmp_path, monkeypatch):
    """Only tests of files that are new or changed are measured again; all are after a module has changed."""
    measured = []

    def trace(given):
        measured.append(sorted(given[1]))
        return {f"{file}::test": Reached(1.5, {"capture/stop_switch.py": [3]}) for file in given[1]}

    monkeypatch.setattr(reach, "KEPT", tmp_path)
    monkeypatch.setattr(run, "in_processes", lambda function, given, jobs: map(trace, given))
    first = measure("readers")
    assert measure("readers") == reach.load("readers-near") == first
    assert measured == [sorted(first.files)]
    file = "tests/capture/test_follow.py"
    for modules, files, again in [
        (first.modules, {**first.files, file: "another text"}, [file]),
        (first.modules, {name: digest for name, digest in first.files.items() if name != file}, [file]),
        ({**first.modules, "capture/stop_switch.py": "another text"}, first.files, sorted(first.files)),
    ]:
        reach.save("readers-near", Record(modules, files, first.tests))
        assert measure("readers") == first
        assert measured[-1] == again


@pytest.fixture
def noticing(monkeypatch):
    """Which tests notice which of the mutants; gives the lists of trials as they are asked for."""
    asked = []

    def tried(trials, jobs):
        asked.append([(trial.mutant, trial.tests, trial.seconds) for trial in trials])
        return (next((test for test in trial.tests if test in NOTICE[trial.mutant]), None) for trial in trials)

    def measure(part, tier):
        tests = [*FAST, NEAR] if tier == "near" else [WIDE]
        return Record({}, {}, {test: Reached(second, {FILE: [1]}) for second, test in enumerate(tests)})

    monkeypatch.setattr(run, "tried", tried)
    monkeypatch.setattr(run, "measure", measure)
    monkeypatch.setattr(reach, "line", lambda mutant: 1)
    return asked


FILE = "capture/stop_switch.py"
FIRST, SECOND, THIRD, FOURTH = (Mutant(FILE, f": {name}", "0 becomes 1", 0) for name in ("a", "b", "c", "d"))
NEAR, WIDE = "tests/capture/test_follow.py::test", "tests/cli/test_golden.py::test"
FAST = [f"{NEAR}[{number}]" for number in range(run.FASTEST)]
NOTICE = {FIRST: {FAST[3], NEAR, WIDE}, SECOND: {WIDE}, THIRD: set(), FOURTH: {NEAR}, None: set()}
SECONDS = {"near": 2.0, "wide": 3.0}


def test_the_fastest_near_tests_come_first_then_other_near_ones_then_wide_ones(noticing):
    """And no mutant is tried twice with a test."""
    chosen = [("readers", each) for each in (SECOND, FIRST, THIRD, FOURTH)]
    results = list(run.try_all(chosen, SECONDS, 1))
    assert results == [
        Result("readers", FIRST, FAST[3]), Result("readers", FOURTH, NEAR), Result("readers", SECOND, WIDE),
        Result("readers", THIRD, SURVIVED),
    ]  # fmt: skip
    assert [each.tier for each in results[:3]] == ["near", "near", "wide"]
    assert noticing == [
        [(each, FAST, 2.0) for each in (SECOND, FIRST, THIRD, FOURTH)], [(None, [FAST[3]], math.inf)],
        [(each, [NEAR], 2.0) for each in (SECOND, THIRD, FOURTH)], [(None, [NEAR], math.inf)],
        [(each, [WIDE], 3.0) for each in (SECOND, THIRD)], [(None, [WIDE], math.inf)],
    ]  # fmt: skip


def test_a_test_that_fails_without_a_mutant_has_noticed_none(noticing, monkeypatch):
    monkeypatch.setitem(NOTICE, None, {WIDE})
    with pytest.raises(RuntimeError, match=f"without a mutant: {WIDE}"):
        list(run.try_all([("readers", SECOND)], SECONDS, 1))


def test_the_sums_of_a_part(monkeypatch):
    same = Mutant(FILE, ": same", "0 becomes 1", 0)
    monkeypatch.setattr(run, "equivalent", lambda: {same: "for a reason"})
    results = [
        Result("readers", FIRST, NEAR), Result("readers", SECOND, WIDE), Result("readers", THIRD, SURVIVED),
        Result("readers", same, SURVIVED),
    ]  # fmt: skip
    assert report(results) == ["| readers | 4 | 1 | 1 | 1 | 1 | 67 % |"]


@pytest.mark.slow
def test_a_mutant_is_noticed_and_the_package_as_it_is_is_not():
    """In processes of their own, as `python -m tests.mutation.run` tries them."""
    file = "tests/capture/test_follow.py"
    (tests,) = in_processes(trace, [(["capture/stop_switch.py"], [file])], 1)
    record = Record({}, {}, tests)
    (mutant,) = [each for each in mutants("capture/stop_switch.py") if each.place.endswith("self.is_set: bool = False")]
    order = record.order(mutant)
    assert f"{file}::test_a_switch_whose_pipe_blocks" in order
    noticed, none = tried([Trial("readers", mutant, order, 30), Trial("readers", None, order[:3], 30)], 1)
    assert noticed in order
    assert none is None


def test_every_part_has_files_and_tests():
    for part, (files, near, wide) in PARTS.items():
        assert all(list(PACKAGE.glob(name)) for name in files), part
        assert all((REPOSITORY / name).exists() for name in (*near, *wide)), part
        assert not set(reach.test_files(near)) & set(reach.test_files(wide)), part
        assert len(sample(part, 20, 1)) == 20
        assert sample(part, 20, 1) == sample(part, 20, 1) != sample(part, 20, 2)


def test_a_module_is_of_the_first_part_that_has_it():
    """The CRCs of packets are of two; of one that is in none of those that were named it is said."""
    files = ["packet/crc.py", "capture/pcap.py"]
    assert of_parts(files, list(PARTS)) == [("codec", "packet/crc.py"), ("readers", "capture/pcap.py")]
    assert of_parts(files[:1], ["crc", "codec"]) == [("crc", "packet/crc.py")]
    with pytest.raises(LookupError, match=r"in none of the parts: capture/pcap\.py"):
        of_parts(files, ["codec"])


def test_results_are_of_parts_that_there_are():
    results = read()
    assert {part for part, _, _ in results} == set(PARTS)
    assert all((PACKAGE / mutant.file).is_file() for _, mutant, _ in results)
    # a line that has changed since is no mutant any more; most have not
    there = {file: set(mutants(file)) for file in {mutant.file for _, mutant, _ in results}}
    assert sum(mutant in there[mutant.file] for _, mutant, _ in results) > 0.8 * len(results)


def test_what_is_equivalent_has_survived_and_has_a_reason():
    survived = {mutant for _, mutant, by in read() if by == SURVIVED}
    assert equivalent().keys() <= survived
    assert all(len(reason) > 20 for reason in equivalent().values())


def test_the_page_has_these_results():
    page = (REPOSITORY / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert "\n".join(report(read())) in page
