"""Text out of batches: a renderer a format.

All of them work alike: for each shape a %-template is made once, columns are turned into lists of printable values
(`cells`), and the template is applied to every row.  `rows` puts the texts of the shapes into packet order.
"""
