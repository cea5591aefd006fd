"""Figures against their peers, measured in one run; `python -m bench` prints them and fails below the promised ones.

A module `bench_*.py` gives its figures by a function `figures()`; peers/ holds the peers' code of the odds.
"""
