"""What the mutants are, how one is imported, and that the results which are kept are of the code that there is."""

from __future__ import annotations

import ast

import pytest

from tests.mutation import mutants as module
from tests.mutation.mutants import PACKAGE, Mutant, mutants
from tests.mutation.run import PARTS, SURVIVED, Trial, equivalent, read, report, sample, tried
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


@pytest.mark.slow
def test_a_mutant_is_noticed_and_the_package_as_it_is_is_not():
    """In processes of their own, as `python -m tests.mutation.run` tries them."""
    (mutant,) = [each for each in mutants("capture/stop_switch.py") if each.change == "False becomes True"][:1]
    noticed, none = tried([Trial("readers", mutant, 30), Trial("readers", None, 1)], 1)
    assert noticed is not None
    assert noticed.startswith("tests/capture/")
    assert none is None


def test_every_part_has_files_and_tests():
    for part, (files, tests) in PARTS.items():
        assert all(list(PACKAGE.glob(name)) for name in files), part
        assert all((REPOSITORY / name).exists() for name in tests), part
        assert len(sample(part, 20, 1)) == 20
        assert sample(part, 20, 1) == sample(part, 20, 1) != sample(part, 20, 2)


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
