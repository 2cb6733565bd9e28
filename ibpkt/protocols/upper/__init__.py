"""Protocols above the verbs: the headers of storage and messaging commands."""
