"""The back end of the static site: it runs in the reader's browser, without a server."""
