"""Digits, part by part."""
