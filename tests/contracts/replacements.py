"""Which PUTs say no version, and why: see docs/decisions/0057."""

WITHOUT_VERSION: dict[tuple[str, str], str] = {
    ("cms", "/cms/backups"): "brings an archive in; what was there is backed up first",
    ("cms", "/cms/notifications/read"): "one's own marks, which are only ever added",
    ("content", "/client/notifications/read"): "one's own marks, which are only ever added",
    ("ecom", "/ecom/notifications/read"): "one's own marks, which are only ever added",
    ("content", "/client/links/{id}/ignored"): "one switch, and nothing else of the link",
    ("content", "/client/page-render/{id}"): "actions, each with the site version that it was made on",
    ("ecom", "/ecom/imports/{id}/columns"): "begins a preview, and what is carried out names the preview that was seen",
    **{
        (service, f"/{service}/config"): "several settings, each named with the version that was read"
        for service in ("cms", "ecom")
    },
    **{
        (service, f"{prefix}/jobs/{{job_id}}/dismissal"): "one switch, and nothing else of the job"
        for service, prefix in (("cms", "/cms"), ("content", "/client"), ("crm", "/crm"), ("ecom", "/ecom"))
    },
}
"""Service and path, with the reason. Auth's rooms take a version and do without it."""

IF_MATCH = "If-Match"


def needs_version(service: str, path: str) -> bool:
    """Whether a PUT there is refused that says no version."""
    return service != "auth" and (service, path) not in WITHOUT_VERSION
