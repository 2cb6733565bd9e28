"""Faults of the machine, put into every command at every place: what is told, what is written, what is left behind."""
