"""The table on the web: an HTTP API with a live feed, and the pages that use it. Imported only by `serve`."""
