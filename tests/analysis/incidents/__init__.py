"""Incidents: causes, places and costs."""
