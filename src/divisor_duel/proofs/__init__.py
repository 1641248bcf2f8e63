"""Certificates: kinds of proof, written, read, made and checked."""
