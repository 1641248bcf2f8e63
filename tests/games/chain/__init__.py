"""Chain, part by part."""
