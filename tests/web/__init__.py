"""The web server, as its players, its readers and its enemies meet it."""
