"""Management datagrams: the common header, and a file a management class."""
