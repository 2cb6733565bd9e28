"""Messages out of request packets and their answers, on columns of all halves at once."""
