"""Countdown, part by part."""
