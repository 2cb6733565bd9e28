"""Making packets: from values to bytes, right by default and wrong on purpose when asked."""
