"""A server that lists uploads of several parts as S3 does, some at a time. That of moto lists all at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

_AT_ONCE = 3
_BUCKET = "/bucket"


@contextmanager
def paged_uploads(*keys: str) -> Iterator[tuple[str, list[str]]]:
    """Its address, and the keys of the uploads that nobody has aborted yet; all were begun in 2010."""
    left = sorted(keys)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = {name: value for name, [value] in parse_qs(urlsplit(self.path).query).items()}
            after = asked.get("key-marker", ""), asked.get("upload-id-marker", "")
            found = [key for key in left if key.startswith(asked.get("prefix", "")) and (key, key) > after]
            self._answer(200, _listed(found[:_AT_ONCE], is_truncated=len(found) > _AT_ONCE))

        def do_DELETE(self) -> None:
            left.remove(unquote(urlsplit(self.path).path).removeprefix(f"{_BUCKET}/"))
            self._answer(204, "")

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _answer(self, status: int, body: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", left
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _listed(keys: list[str], *, is_truncated: bool) -> str:
    uploads = "".join(
        f"<Upload><Key>{key}</Key><UploadId>{key}</UploadId><Initiated>2010-11-10T20:48:33.000Z</Initiated></Upload>"
        for key in keys
    )
    last = keys[-1] if is_truncated else ""
    return (
        '<ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>bucket</Bucket>'
        f"<IsTruncated>{str(is_truncated).lower()}</IsTruncated>"
        f"<NextKeyMarker>{last}</NextKeyMarker><NextUploadIdMarker>{last}</NextUploadIdMarker>{uploads}"
        "</ListMultipartUploadsResult>"
    )
