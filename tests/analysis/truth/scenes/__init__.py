"""Scenes of our own: at least three exchanges for everything that was wrong, with the verdict that the rules give."""
