"""What a web process that was asked to stop says of itself (`kit.serve` has how it ends)."""

from starlette.types import Scope

from kit.errors import Unavailable
from kit.state import STOPPING, KitState


class ProcessStopping(Unavailable):
    """503: the process had to end before this request was done. The same request, with its key, may be sent again."""

    code = "process_stopping"

    def __init__(self) -> None:
        super().__init__("The service is being restarted. Try again in a moment.", headers={"Retry-After": "1"})


def is_stopping(scope: Scope) -> bool:
    """Whether the process that serves this request was asked to stop."""
    state: KitState | None = getattr(scope["app"].state, "kit", None)
    return state is not None and STOPPING in state.settled
