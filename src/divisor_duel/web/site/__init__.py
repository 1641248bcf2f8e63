"""The pages, their scripts and their preview pictures."""
