"""The state of an analysis in a file, so that it goes on with the next piece of a capture."""
