"""Runs of packets, cut on columns: unwrapped PSNs, what was sent and acknowledged before each packet, first copies."""
