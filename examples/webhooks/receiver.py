"""Takes webhooks of the service: WEBHOOK_SECRET=whsec_... python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_S = 5 * 60
MAX_BYTES = 64 * 1024
# A delivery may come twice. A bot that is restarted keeps these in a file or a database.
seen = set()


def is_genuine(headers, body):
    """Whether the headers hold a signature of this body, made a short while ago."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures)


def handle(event):
    """Here a bot does its work. The texts in "data" were written by strangers."""
    data = event["data"]
    print(json.dumps({"type": event["type"], "number": data.get("number"), "url": data.get("url")}), flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 20

    def do_POST(self):
        length = self.headers.get("content-length", "")
        body = self.rfile.read(int(length)) if length.isdigit() and int(length) <= MAX_BYTES else None
        if body is None or not is_genuine(self.headers, body):
            return self.answer(400)
        # Respond last: a delivery that fails here is repeated.
        if self.headers["webhook-id"] not in seen:
            handle(json.loads(body))
        seen.add(self.headers["webhook-id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"Listening on port {server.server_port}", flush=True)
    server.serve_forever()
