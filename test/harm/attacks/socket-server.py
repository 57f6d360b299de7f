"""Listens on Unix sockets in the ways that a list of listening sockets does not show, and says when it is reached."""
import os
import select
import socket
import sys
import time

how, folder = sys.argv[1:3]
os.umask(0)
if how == "late":
    print("ready", flush=True)
    time.sleep(0.5)
os.chdir(folder)
stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
packets = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
for one, name in ((stream, "s"), (packets, "d")):
    if how == "abstract":
        one.bind("\0" + folder + "/" + name)
    elif how == "renamed":
        one.bind(folder + "/hidden-" + name)
        os.rename(folder + "/hidden-" + name, folder + "/" + name)
    elif how == "linked":
        one.bind(folder + "/other-" + name)
        os.link(folder + "/other-" + name, folder + "/" + name)
    else:
        one.bind(name)
stream.listen()
if how != "late":
    print("ready", flush=True)
while True:
    for one in select.select([stream, packets], [], [])[0]:
        print("reached", flush=True)
        one.accept() if one is stream else one.recv(100)
