"""The JSON API: one module per subject, all routes in `routes.py`."""
