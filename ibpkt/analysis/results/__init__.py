"""What the analysis gives: flows, messages, findings, and the tables that show them."""
