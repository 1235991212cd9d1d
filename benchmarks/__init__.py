"""Speed as ratios against named baselines, measured in one run: `python -m benchmarks [NAME…]`."""
