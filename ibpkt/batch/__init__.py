"""Many packets at once: frames in a buffer, shapes, columns, verdicts, annotations."""
