"""Captures opened and created, files that appear whole or not at all, exports, worker processes."""
