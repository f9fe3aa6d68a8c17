"""Validating and cleaning what people put into plugins, by the manifests of the plugins."""
