"""The server's log: one JSON object a line. It never holds a hand, a secret, a token, or what people say.

Whatever is logged for a request or a socket, or for work that it started, has its id: `request`.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""Id of the request, or socket, for which something is done now."""
FACTS: Final = ("table", "method", "path", "status", "ms", "person", "address")
SECRETS: Final = re.compile(r"(/seat/|/me/here/)[^/?#]+")


class JSONLines(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": without_secrets(record.getMessage()),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= {name: getattr(record, name) for name in FACTS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def without_secrets(path: str) -> str:
    """Hide the token of a link to a seat or a person in a path or a message.

    >>> without_secrets("GET /t/abc/seat/s3cret?x=1")
    'GET /t/abc/seat/…?x=1'
    """
    return SECRETS.sub(r"\1…", path)


def start(level: str = "INFO") -> None:
    """Send all logs to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel("WARNING")
