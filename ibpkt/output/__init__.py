"""Renderers: batches as text, JSON, PDML, Arrow and other formats, a file a format.

A renderer turns each column of a shape into text (`ibpkt.output.column_text`), and `ibpkt.output.text_layout` lays out
the rows of all shapes in packet order.
"""
