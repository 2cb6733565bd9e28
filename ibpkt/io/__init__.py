"""Captures opened and created, files written completely or not at all, exports, worker processes."""
