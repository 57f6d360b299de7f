"""Tries every way to reach a program by its Unix sockets, and says which one did; with "late", it waits for them a while."""
import os
import socket
import sys
import time

folder, how = sys.argv[1:3]
names = [(folder + "/s", folder + "/d"), ("\0" + folder + "/s", "\0" + folder + "/d")]
for _ in range(20 if how == "late" else 0):
    if os.path.exists(folder + "/d"):
        break
    time.sleep(0.1)


def attempt(what, do):
    try:
        do()
        print("reached by", what)
    except OSError as error:
        print(what, error.strerror)


def pair(kind, act):
    ends = socket.socketpair(socket.AF_UNIX, kind)
    act(ends[0])


for stream, packets in names:
    attempt("stream", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(stream))
    attempt("packet", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", packets))
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK, socket.SOCK_RAW | socket.SOCK_CLOEXEC):
        attempt("pair, sent", lambda: pair(kind, lambda end: end.sendto(b"x", packets)))
        attempt("pair, connected", lambda: pair(kind, lambda end: (end.connect(packets), end.send(b"x"))))
    for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
        attempt("pair, connected", lambda: pair(kind, lambda end: end.connect(stream)))
    attempt("pair, sent", lambda: pair(socket.SOCK_STREAM, lambda end: end.sendto(b"x", packets)))
