"""Whether a part of the cluster answers: `probe.py http <URL>` or `probe.py postgres <host> <port>`."""

import socket
import sys
import urllib.request

SECONDS = 3
# Asks for TLS: a server of PostgreSQL answers with one letter, and a proxy without a server ends the connection.
SSL_REQUEST = bytes([0, 0, 0, 8, 4, 210, 22, 47])


def answers(kind: str, *place: str) -> bool:
    if kind == "http":
        return urllib.request.urlopen(place[0], timeout=SECONDS).status == 200
    with socket.create_connection((place[0], int(place[1])), timeout=SECONDS) as connection:
        connection.sendall(SSL_REQUEST)
        return connection.recv(1) in (b"S", b"N")


try:
    sys.exit(0 if answers(*sys.argv[1:]) else 1)
except OSError as error:
    sys.exit(str(error))
