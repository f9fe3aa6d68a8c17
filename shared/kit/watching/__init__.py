"""What a process tells of itself to those who run the site: metrics for Prometheus, traces for OpenTelemetry.

Each is off unless a setting asks for it, and none of its libraries is imported then: `kit.watching.process` alone is
loaded by what serves and works.
"""
