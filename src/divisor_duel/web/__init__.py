"""Play in the browser: the server, its store, live updates and the page."""
