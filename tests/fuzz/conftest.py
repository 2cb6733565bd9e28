"""The coverage-guided search is started by hand, and needs atheris, which the tests do not."""

collect_ignore = ["coverage_guided.py"]
