"""Who changed what is in the activity log: each route that writes has a way to an entry, or says here why it has none.

Entries were missing for the saves of pages, the commonest change of all.
"""

import importlib
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from kit import audit

SERVICES = ("auth", "cms", "content", "crm", "ecom")
OURS = ("kit.", *(f"{service}." for service in SERVICES))

# Reached by the machinery of every route, whatever it does.
MACHINERY = ("kit.state", "kit.database", "kit.db", "kit.auth", "kit.lifecycle", "kit.edge", "kit.storage")

READS = "asks, and changes nothing"
LATER = "only begins it: the entry is written when it is done"
OWN = "is seen by whoever does it alone"
VISITORS = "a visitor's own doing: the subscriber's record says what and when"
LISTED = "ends or repeats a job, which is in the list of jobs"

NOT_RECORDED = {
    "auth POST /auth/account/email-address": LATER,
    "auth POST /auth/account/passkeys/options": LATER,
    "auth POST /auth/account/totp": LATER,
    "auth POST /auth/invitations/inspection": READS,
    "auth POST /auth/passkeys/authentication-options": READS,
    "auth POST /auth/registrations": LATER,
    "auth POST /auth/registrations/inspection": READS,
    "auth POST /auth/schemas/{id}/preview": READS,
    "auth POST /auth/sessions/current/confirmation": "proves who one is once more",
    "auth POST /auth/tokens/setup": LATER,
    "auth POST /auth/users/reset-password/inspection": READS,
    "auth PUT /auth/account/passkeys/{id}": OWN,
    "cms DELETE /cms/backups/uploads/{id}": "gives up what never became a backup",
    "cms DELETE /cms/uploads/{id}": "gives up what never became a file",
    "cms PATCH /cms/backups/uploads/{id}": LATER,
    "cms PATCH /cms/uploads/{id}": LATER,
    "cms POST /cms/backups/uploads": LATER,
    "cms POST /cms/campaign-monitor": VISITORS,
    "cms POST /cms/contact-forms/tickets": READS,
    "cms POST /cms/email-templates/preview": READS,
    "cms POST /cms/email-templates/{id}/preview": READS,
    "cms POST /cms/file-copies": "its job writes the entries",
    "cms POST /cms/file-uses": READS,
    "cms POST /cms/files/{id}/address": READS,
    "cms POST /cms/google/consent": LATER,
    "cms POST /cms/mailchimp": VISITORS,
    "cms POST /cms/newsletter/confirmation": VISITORS,
    "cms POST /cms/newsletter/unsubscription": VISITORS,
    "cms POST /cms/uploads": LATER,
    "cms POST /cms/uploads/{id}/completion": "its job writes the entry",
    "cms POST /cms/users/reset-password": "auth writes the entry",
    "cms PUT /cms/notifications/read": OWN,
    "content PUT /client/notifications/read": OWN,
    "ecom PUT /ecom/notifications/read": OWN,
    "ecom POST /ecom/shipping-matrices/simulations": READS,
    "content POST /client/links/checks": LISTED,
    "content POST /client/links/{id}/checks": LISTED,
    "content POST /client/plugin-data": READS,
    "ecom POST /ecom/baskets/summary": READS,
    "ecom POST /ecom/plugin-data": READS,
    "ecom POST /ecom/orders": "a buyer's own doing: the order's timeline says what and when",
    "ecom POST /ecom/payments/tests": READS,
    "ecom POST /ecom/payments/{id}/check": READS,
    "ecom POST /ecom/payments/{id}/cancel": "a buyer's own doing: the order's timeline says so",
    "ecom POST /ecom/payments/{id}/return": "a buyer's own doing: the payment says what came of it",
    "ecom POST /ecom/webhooks/paypal": "the provider's doing, kept as it was told",
    "ecom POST /ecom/webhooks/stripe": "the provider's doing, kept as it was told",
    **{f"content {method} /client/internal/away/{{path:path}}": READS for method in ("DELETE", "PATCH", "POST", "PUT")},
}


def service_routes() -> Iterator[tuple[str, Callable[..., Any]]]:
    for service in SERVICES:
        for route in importlib.import_module(f"{service}.app").app.routes:
            path, methods = getattr(route, "path", ""), getattr(route, "methods", None) or set()
            if path.startswith("/private/"):
                continue
            for method in sorted(methods - {"GET", "HEAD", "OPTIONS"}):
                yield f"{service} {method} {path}", route.endpoint


def names_in(code: CodeType) -> set[str]:
    names = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def called_by(function: FunctionType) -> Iterator[Any]:
    """Functions, classes and instances that the body of ``function`` names."""
    names = names_in(function.__code__)
    scope = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        scope[name] = cell.cell_contents
    owner = scope.get(function.__qualname__.split(".")[0])
    if inspect.isclass(owner):
        yield from methods_of(owner, names)
    for name in names & scope.keys():
        value = scope[name]
        if isinstance(value, ModuleType):
            if value.__name__.startswith(OURS):
                yield from (getattr(value, each) for each in names if hasattr(value, each))
        else:
            yield value
            yield from methods_of(value, names)


def methods_of(value: Any, names: set[str]) -> Iterator[Any]:
    kind = value if inspect.isclass(value) else type(value)
    if kind.__module__.startswith(OURS):
        for each in names | {"__init__", "__call__"}:
            yield inspect.getattr_static(kind, each, None)


def records(endpoint: Callable[..., Any]) -> bool:
    """Whether some way leads from an endpoint to an entry."""
    ends = {audit.entry_of, importlib.import_module("auth.audit.service").record}
    waiting, seen = [inspect.unwrap(endpoint)], set()
    while waiting:
        each = waiting.pop()
        if each in ends:
            return True
        if not isinstance(each, FunctionType) or each in seen or not each.__module__.startswith(OURS):
            continue
        seen.add(each)
        if not each.__module__.startswith(MACHINERY):
            waiting += [inspect.unwrap(one) for one in called_by(each) if isinstance(one, FunctionType)]
    return False


def test_each_route_that_writes_leaves_an_entry() -> None:
    silent = {name for name, endpoint in service_routes() if not records(endpoint)}
    assert silent - NOT_RECORDED.keys() == set()
    assert NOT_RECORDED.keys() - silent == set()
