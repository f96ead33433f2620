"""Sprouts on many machines."""
