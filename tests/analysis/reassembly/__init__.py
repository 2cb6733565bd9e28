"""Messages out of columns of packets."""
