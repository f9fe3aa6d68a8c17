"""What stops a start, in words for the person at the terminal."""


class StartError(Exception):
    """A reason not to start, or to stop starting. Its text is the one line that is shown."""
