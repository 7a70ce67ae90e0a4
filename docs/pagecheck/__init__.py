"""Fills the pages of README and docs from the commands that print their figures, and checks what their prose names."""
