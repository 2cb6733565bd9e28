"""Samples of sweeps and families: as many as are wanted, other ones with other seeds, each of them with some seed."""

import pytest

from tests.support.sweep_sample import FAMILY, FEWEST, SWEEP, is_costly, left_out

CAPTURES = [f"tests/test_a.py::test_captures[{number}]" for number in range(7 * SWEEP)]
FEW = [f"tests/test_a.py::test_few[{number}]" for number in range(FEWEST)]
SOME = [f"tests/test_b.py::test_captures[{number}]" for number in range(FEWEST + 2)]


def captures_left_out(seed, cases=CAPTURES, name="captures"):
    return left_out({name: cases}, SWEEP, seed)


def test_one_case_in_so_many_and_so_many_at_least():
    kept = {*CAPTURES, *FEW, *SOME} - left_out({"captures": CAPTURES, "few": FEW, "some": SOME}, SWEEP, "7")
    assert len(kept & set(CAPTURES)) == len(CAPTURES) // SWEEP
    assert len(kept & set(SOME)) == FEWEST
    assert kept.issuperset(FEW)


def test_more_of_a_family():
    assert len(left_out({"batches": CAPTURES}, FAMILY, "7")) == len(CAPTURES) * (FAMILY - 1) // FAMILY


def test_the_same_seed_gives_the_same_ones_in_any_order():
    assert captures_left_out("7") == captures_left_out("7", reversed(CAPTURES)) != captures_left_out("8")


def test_every_case_has_its_turn():
    always = set(CAPTURES)
    for seed in range(200):
        always &= captures_left_out(str(seed))
    assert not always


def test_sweeps_do_not_share_their_sample():
    """Else a capture would be left out of all of them together."""
    assert captures_left_out("7") != captures_left_out("7", name="others")


@pytest.mark.parametrize(
    ("marks", "of_all", "of_chosen"),
    [
        ([], False, False),
        ([pytest.mark.costly], True, True),
        ([pytest.mark.slow], True, False),
        ([pytest.mark.slow(every_change=True)], False, False),
        ([pytest.mark.costly, pytest.mark.slow(every_change=True)], False, True),
        ([pytest.mark.sweep], False, False),
    ],
)
def test_what_is_costly(marks, of_all, of_chosen):
    given = [mark.mark for mark in marks]
    assert (is_costly(given, chosen=False), is_costly(given, chosen=True)) == (of_all, of_chosen)


def test_what_is_no_sweep_is_kept():
    assert left_out({}, SWEEP, "7") == set()
