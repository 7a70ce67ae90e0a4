"""Mutants of every line of core, and which check kills each. docs/mutation.md says how it is used."""
