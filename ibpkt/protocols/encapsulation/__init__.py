"""What carries InfiniBand over other networks, and what capture tools put in front of packets."""
