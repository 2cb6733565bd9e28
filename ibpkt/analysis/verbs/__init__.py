"""Reports on messages: latency, queue depth, remote memory, payload."""
