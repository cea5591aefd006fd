"""Sweeps: many attempts or scenes over a grid, on all cores or on a cluster, with the same results everywhere.

- `grid` says what is swept, and refuses what cannot be before any work
- `cells` works out cells, exactly where that is possible
- `engines` has them worked out by processes or by a Dask cluster
- `part` keeps what is done on disk, so that an interrupted sweep goes on
- `results` writes rows as a table, CSV or Parquet
"""
