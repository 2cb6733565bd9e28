"""Columns that every analyser reads: the transport headers of a batch, addresses, lanes."""
