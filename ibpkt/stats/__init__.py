"""Statistics of a capture: what is in it, who talks, how much and when.

Each kind is a class with the same three members: ``add(batch, rows)`` counts a batch, ``rows()`` gives flat rows
under stable names, ``KEY`` is the name under which JSON lists them.  One pass, and bounded memory.
"""
