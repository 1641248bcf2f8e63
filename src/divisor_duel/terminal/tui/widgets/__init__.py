"""The widgets that several screens share."""
