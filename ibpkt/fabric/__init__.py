"""Fabrics out of their management traffic: nodes, links, forwarding tables, routes, subnet managers, what is wrong."""
