"""What can be wrong: rules of single packets, congestion, paths, keys, partitions."""
