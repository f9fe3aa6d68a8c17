"""Ports: is the public one free, and which ones may the inner processes have."""

import errno
import secrets
import socket
import sys
from collections.abc import Iterable
from contextlib import ExitStack

from deploy.local.errors import StartError

# Below the range from which systems take the ports of outgoing connections, so that none of those
# takes one between the choice and its use.
_INNER_PORTS = range(20000, 32000)
LOOPBACK = "127.0.0.1"
# In the environment of a process that is given a listening socket: which one.
LISTEN_FD = "LISTEN_FD"
# How many may wait while nobody takes connections.
_BACKLOG = 1024


def require_free(port: int, setting: str = "PORT") -> None:
    """Raise `StartError` unless a port that a setting names can be listened on."""
    for family, host in ((socket.AF_INET, ""), (socket.AF_INET6, "::")):
        try:
            _bind(family, host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise StartError(f"port {port} is taken by another program; stop that one or set {setting}") from error
            if error.errno == errno.EACCES:
                raise StartError(
                    f"port {port} needs more rights than this account has; set {setting} to 1024 or more"
                ) from error
            # Whatever else is wrong with the address family (no IPv6, say) is for Traefik to tell.


def reserve(names: Iterable[str], held: ExitStack) -> dict[str, int]:
    """A free loopback port for each name, which no other copy takes for as long as ``held`` is open."""
    reserved: dict[str, int] = {}
    for name in names:
        while name not in reserved:
            port = secrets.choice(_INNER_PORTS)
            try:
                held.enter_context(_reservation(port))
            except OSError:
                continue
            reserved[name] = port
    return reserved


def listen(port: int) -> socket.socket:
    """A socket that listens there, for a process that takes it over."""
    listening = socket.create_server((LOOPBACK, port), backlog=_BACKLOG)
    listening.set_inheritable(True)
    return listening


def _reservation(port: int) -> socket.socket:
    """A socket that is bound to the port, so that no other reservation can be. Raises `OSError` when it is taken."""
    reservation = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        reservation.bind((LOOPBACK, port))
    except OSError:
        reservation.close()
        raise
    if sys.platform == "linux":
        # Servers say this, too, and may listen there then. Said before binding, it would let other reservations in.
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    else:
        # Elsewhere the server itself would be kept out.
        reservation.close()
    return reservation


def _bind(family: socket.AddressFamily, host: str, port: int) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        probe.bind((host, port))
