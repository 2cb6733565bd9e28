"""A capture looked at in the terminal: packets, tree, bytes, filter, ladder, incidents, statistics."""
