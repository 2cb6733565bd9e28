"""Loops over the packets of a batch, compiled for those who install such a wheel; see `ibpkt.kernel.loops`."""
