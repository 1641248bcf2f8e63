"""The command line: one module per subcommand, and what several of them share."""
