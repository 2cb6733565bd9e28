"""Columns that every analyser reads: transport headers of a batch, addresses, directions of flows."""
