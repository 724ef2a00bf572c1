# Reaches this machine, the network, the metadata address and strangers' sockets.
import os, socket, sys, urllib.request
port = int(sys.argv[2])
for family, address in [(socket.AF_INET, ("127.0.0.1", port)), (socket.AF_INET, ("169.254.169.254", 80)), (socket.AF_INET, ("1.1.1.1", 53)),
                        (socket.AF_INET6, ("::1", port)), (socket.AF_UNIX, "\0" + sys.argv[3]), (socket.AF_UNIX, sys.argv[4])]:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            s = socket.socket(family, kind)
            s.settimeout(2)
            s.connect(address)
            print("LEAK", family, address)
        except OSError:
            pass
for family in (socket.AF_NETLINK, socket.AF_PACKET, getattr(socket, "AF_VSOCK", 40), getattr(socket, "AF_ALG", 38)):
    try:
        socket.socket(family, socket.SOCK_RAW)
        print("LEAK family", family)
    except OSError:
        pass
try:
    urllib.request.urlopen("http://169.254.169.254/latest/meta-data/", timeout=2)
    print("LEAK metadata")
except OSError:
    pass
a, b = socket.socketpair()
a.send(b"x")
print("held" if b.recv(1) == b"x" else "local sockets are gone")
