"""Which flow every packet belongs to: streams, how two of them are joined, moved and ended, and counts of flows."""
