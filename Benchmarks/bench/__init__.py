"""What `Benchmarks/run` is made of: each part yields rows of a table."""
