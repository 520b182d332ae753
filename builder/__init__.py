"""Build the rrf-bench dataset from ConceptNet and wiki relations; run as `python -m builder`."""
