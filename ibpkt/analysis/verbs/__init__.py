"""What messages add up to: latency, queue depth, remote memory, payload."""
