"""Which flow every packet belongs to: streams, how two of them are joined, moved and ended, and the counters of flows."""
