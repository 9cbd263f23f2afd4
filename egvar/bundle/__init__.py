"""Bundles: a verdict with everything that re-checks it offline."""
