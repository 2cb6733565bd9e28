"""State over time: queue pairs, their packets' order, messages, congestion, and what is wrong with them."""
