"""The doctor: each of its checks, on real engines and servers."""
