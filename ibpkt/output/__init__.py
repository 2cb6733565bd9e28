"""Text out of batches: a renderer a format.

All of them work alike: each column of a shape becomes pieces (`pieces`), and the rows of all shapes are laid out in the
order of the packets (`page`).
"""
