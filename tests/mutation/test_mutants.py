"""What the mutants are, how one is imported, and that the results which are kept are of the code that there is."""

from __future__ import annotations

import ast
import functools
import gc
import math

import pytest

from tests.mutation import in_place, mutants as module, reach, run
from tests.mutation.in_place import Functions, changed_functions
from tests.mutation.mutants import PACKAGE, Mutant, line, mutants
from tests.mutation.reach import Reached, Record
from tests.mutation.run import (
    PARTS,
    SURVIVED,
    Result,
    equivalent,
    measure,
    of_parts,
    read,
    report,
    sample,
    trace,
    tried,
)
from tests.mutation.trials import Trial, in_processes
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
    own = {"tests/test_example.py::slow": Reached(9, {"example.py": [9]})}
    assert Record({}, {}, tests | own).order(mutant) == [*own, *order]
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
        found = [
            (trial, next((test for test in trial.tests if test in NOTICE[trial.mutant]), None)) for trial in trials
        ]
        return iter(found[::-1])  # as those come that have to be imported, after others

    def measure(part, tier):
        tests = [FAST, NEAR] if tier == "near" else [WIDE]
        return Record({}, {}, {test: Reached(second, {FILE: [1]}) for second, test in enumerate(tests)})

    monkeypatch.setattr(run, "tried", tried)
    monkeypatch.setattr(run, "measure", measure)
    monkeypatch.setattr(reach, "line", lambda mutant: 1)
    return asked


FILE = "capture/stop_switch.py"
FIRST, SECOND, THIRD, FOURTH = (Mutant(FILE, f": {name}", "0 becomes 1", 0) for name in ("a", "b", "c", "d"))
FAST, NEAR, WIDE = (
    "tests/capture/test_follow.py::test[0]",
    "tests/capture/test_follow.py::test",
    "tests/cli/test_golden.py::test",
)
NOTICE = {FIRST: {FAST, NEAR, WIDE}, SECOND: {WIDE}, THIRD: set(), FOURTH: {NEAR}, None: set()}
SECONDS = {"near": 2.0, "wide": 3.0}


def test_near_tests_come_first_then_wide_ones(noticing):
    """And no mutant is tried twice with a test."""
    chosen = [("readers", each) for each in (SECOND, FIRST, THIRD, FOURTH)]
    results = list(run.try_all(chosen, SECONDS, 1))
    assert results == [
        Result("readers", FOURTH, NEAR), Result("readers", FIRST, FAST), Result("readers", SECOND, WIDE),
        Result("readers", THIRD, SURVIVED),
    ]  # fmt: skip
    assert [each.tier for each in results[:3]] == ["near", "near", "wide"]
    assert noticing == [
        [(each, [FAST, NEAR], 2.0) for each in (SECOND, FIRST, THIRD, FOURTH)], [(None, [NEAR, FAST], math.inf)],
        [(each, [WIDE], 3.0) for each in (THIRD, SECOND)], [(None, [WIDE], math.inf)],
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


TOY = """
SIZE = 4
double = lambda x: x * 2
TWO = [lambda x: x + 8, lambda x: x + 8]
SMALL = [x for x in range(9) if x < 3]
def plain(x, y=5):
    return x - y
def nested(x):
    def inner(z, w=1):
        return z + w + x
    return [inner(each) for each in range(2)]
def made(x):
    return lambda: x + 6
MADE = made(1)
class A:
    size = 7
    def method(self, x):
        return not x
    @property
    def value(self):
        return -self.size
    @functools.cache
    def kept(self):
        return {x % 2: x for x in range(9)}
"""
#: what is not replaced: what runs while the module is imported, and what is called then
IMPORTED = [
    ": SIZE = 4", ": SMALL = [x for x in range(9) if x < 3]", ": SMALL = [x for x in range(9) if x < 3]",
    ": SMALL = [x for x in range(9) if x < 3]", "plain: def plain(x, y=5):", "made: return lambda: x + 6",
    "made: return lambda: x + 6", ": MADE = made(1)", "A: size = 7",
]  # fmt: skip


def answers(toy):
    """Of all functions of the toy."""
    there = toy["A"]()
    both = [each(3) for each in (toy["double"], *toy["TWO"], toy["plain"], toy["nested"])]
    return [
        *both,
        toy["made"](3)(),
        toy["MADE"](),
        there.method(0),
        there.value,
        there.kept(),
        toy["SIZE"],
        toy["SMALL"],
    ]


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Makes the namespace of the toy from a code; and its mutants."""
    path = tmp_path / "toy.py"
    path.write_text(TOY, encoding="utf-8")
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    monkeypatch.setattr(in_place, "PACKAGE", tmp_path)

    def make(mutant=None):
        code = compile(TOY, path, "exec") if mutant is None else mutant.code(TOY, str(path))
        toy = {"functools": functools, "__name__": "toy"}
        exec(code, toy)
        return toy

    yield make, mutants("toy.py")
    gc.collect()


def test_code_in_place_does_what_the_imported_mutant_does(toys):
    """Functions, methods, closures, lambdas, also one of two in a line; what is not all of the mutant is left alone."""
    make, every = toys
    left = []
    for mutant in every:
        toy = make()
        before = answers(toy)
        toy["A"].kept.cache_clear()
        if Functions({id(toy["made"].__code__): toy["made"].__code__}, ()).replace(mutant):
            assert answers(toy) == answers(make(mutant)) != before, mutant
        else:
            assert answers(toy) == before
            left.append(mutant.place)
    assert left == IMPORTED


def test_nothing_is_replaced_in_a_module_that_was_there_before_calls_were_noted(toys):
    make, every = toys
    toy = make()
    (mutant,) = [each for each in every if each.place.startswith("plain: return")]
    assert not Functions({}, {"ibpkt.toy"}).replace(mutant)
    assert Functions({}, {"ibpkt.other"}).replace(mutant)
    assert toy["plain"](3) == 8


def test_a_mutant_that_the_compiler_drops_changes_nothing():
    before, after = (compile(f"def f():\n    return 0 and {number}", "", "exec") for number in (1, 2))
    assert changed_functions(before, after) == []


def test_where_no_tests_are_asked_for_none_run():
    assert list(in_place.outcomes([Trial("readers", None, [], 1)], 1)) == [(True, None)]


@pytest.mark.slow
def test_a_mutant_is_noticed_and_the_package_as_it_is_is_not():
    """By the same test in place and imported, in processes of their own; a constant of a module only imported."""
    file = "tests/capture/test_follow.py"
    (tests,) = in_processes(trace, [(["capture/stop_switch.py"], [file])], 1)
    (mutant,) = [each for each in mutants("capture/stop_switch.py") if each.place.endswith("self.is_set: bool = False")]
    order = Record({}, {}, tests).order(mutant)
    assert f"{file}::test_a_switch_whose_pipe_blocks" in order
    (constant,) = [each for each in mutants("capture/blocks.py") if each.place == ": BYTE_ORDER_MARK = 0x1A2B3C4D"]
    trials = [Trial("readers", each, order, 30) for each in (constant, mutant, None)]
    assert [each.in_place for each in in_place.outcomes(trials, 2)] == [False, True, True]
    imported = list(in_processes(Trial.noticed_by, trials, 1))
    assert [by in order for by in imported] == [False, True, False]
    assert list(tried(trials, 1)) == [(trials[place], imported[place]) for place in (1, 2, 0)]


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
