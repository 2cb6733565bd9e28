"""Queue pairs: sequence numbers, answers, reassembly of messages."""
