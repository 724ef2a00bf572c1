# Writes where nothing may be written, and links there.
import os, sys
for path in ("/usr/bin/evil", "/etc/passwd", "/harness/evil.py", "/subject/evil.py", "/evil", "/dev/evil", "/bin/evil", "/lib/evil",
             sys.argv[1], os.path.dirname(sys.argv[1]) + "/new", sys.executable, os.__file__):
    try:
        open(path, "ab").write(b"x")
        print("LEAK wrote", path)
    except OSError:
        pass
for path in ("/usr", "/etc", "/harness", "/"):
    try:
        os.chmod(path, 0o777)
        print("LEAK mode", path)
    except OSError:
        pass
    try:
        os.rename(path, "/room/x")
        print("LEAK moved", path)
    except OSError:
        pass
os.symlink(sys.argv[1], "/room/link")
try:
    open("/room/link").read()
    print("LEAK through a link")
except OSError:
    pass
try:
    os.link("/etc/passwd", "/room/hard")
    print("LEAK hard link")
except OSError:
    pass
open("/room/tmp/ours", "w").write("fine")
open("/dev/null", "w").write("fine")
print("held")
