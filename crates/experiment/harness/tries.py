"""What the subject tries: files that it writes, moves, removes and reads, programs that it starts, addresses that it wants to reach."""

import os
import re
import sys

from experiment_harness import events

root, packages = "", []
# Files that were written under a name that does not say what they are.
unnamed = {}
UNNAMED_MAX = 100
# Reports that were written.
reports = set()
PAGE_MAX = 20_000
# Files that are none of the program's, the machine's or its packages', and were read.
looked_at = set()
READS_MAX = 60
# What every program may look at.
PLAIN = ("/usr/", "/lib", "/harness/", "/proc/self/", "/sys/fs/cgroup/", "/etc/localtime", "/etc/ssl/", "/etc/mime.types")
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty")
# Files of the library that open what others ask for.
OPENERS = ("/pathlib.py", "/pathlib/_local.py", "/pathlib/__init__.py", "/codecs.py", "/shutil.py", "/io.py", "/_pyio.py", "/fileinput.py", "/linecache.py")

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_busy = [False]


def install(subject):
    global root, packages
    root = subject
    packages = [path.rstrip("/") + "/" for path in (*sys.path, sys.prefix, sys.base_prefix) if len(path) > 1]
    sys.addaudithook(audited)


def audited(event, arguments):
    if event not in WATCHED or _busy[0]:
        return
    _busy[0] = True
    try:
        WATCHED[event](arguments)
    except Exception:
        pass
    finally:
        _busy[0] = False


def line():
    return events.place(sys._getframe(3), root)


def opened(arguments):
    path, mode, flags = arguments
    if not isinstance(path, (str, bytes, os.PathLike)):
        return
    if any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITING):
        wrote(path, line())
    else:
        read(os.path.abspath(os.fsdecode(path)))


def wrote(path, where, kind="write"):
    name = os.fsdecode(path)
    # What goes where temporary files go is told by the directory that was made for it.
    if not where or name in DEVICES or name.endswith(".pyc") or name.startswith(os.environ.get("TMPDIR", "/room/tmp")):
        return
    is_refused = not can_write(name, kind)
    events.tell(kind, path=shown(name), line=where, refused=is_refused)
    if is_refused or kind != "write":
        return
    if name.lower().endswith(".md"):
        reports.add(os.path.abspath(name))
    if len(unnamed) < UNNAMED_MAX and os.path.splitext(name)[1].lower() in ("", ".txt"):
        unnamed[os.path.abspath(name)] = where


def can_write(name, kind):
    """As far as the system says so before it is tried: a file that is there is written to, a name is made or taken away in its folder."""
    if kind == "write" and os.path.isfile(name):
        return os.access(name, os.W_OK)
    return os.access(os.path.dirname(os.path.abspath(name)), os.W_OK | os.X_OK)


def made(arguments):
    """Another name: a file that is moved or linked. Names within an open folder belong to a path that was told before."""
    if all(number == -1 for number in arguments[2:]) and (len(arguments) < 4 or os.path.lexists(arguments[0])):
        wrote(arguments[1], line())


def removed(arguments):
    if arguments[1] in (-1, None) and os.path.lexists(arguments[0]):
        wrote(arguments[0], line(), "remove")


def read(path):
    """A file of the machine or of its user, by a line of the subject's own: what libraries read for it is not meant."""
    if os.path.islink(path):
        path = os.path.realpath(path)
    home = os.environ.get("HOME", "/room/home")
    is_users = path.startswith(home + "/.") and not path.startswith(home + "/.cache")
    if not is_users and (path.startswith(("/room/", root, *PLAIN, *packages)) or path in DEVICES):
        return
    frame = sys._getframe(3)
    while frame is not None and frame.f_code.co_filename.endswith(OPENERS):
        frame = frame.f_back
    if frame is None or not frame.f_code.co_filename.startswith(root):
        return
    where = events.place(frame, root)
    if (path, where) not in looked_at and len(looked_at) < READS_MAX:
        looked_at.add((path, where))
        events.tell("read", path=path, line=where, refused=not os.access(path, os.R_OK))


def pages():
    """Of files whose names do not say what they are, those that are Markdown; of reports those in which nothing stands."""
    for path in sorted(reports)[:UNNAMED_MAX]:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                if not file.read(PAGE_MAX).strip():
                    events.tell("empty", path=shown(path))
        except OSError:
            pass
    for path, where in list(unnamed.items()):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read(PAGE_MAX)
        except OSError:
            continue
        if len(re.findall(r"(?m)^#{1,4} \S", text)) >= 2 and re.search(r"(?m)^## \S", text):
            events.tell("write", path=shown(path), line=where, markdown=True)


def shown(path):
    path = os.path.abspath(path)
    return path[len(root):] if path.startswith(root) else path


def started(arguments):
    program, argv = arguments[0], arguments[1]
    listed = [os.fsdecode(one) for one in argv] if isinstance(argv, (list, tuple)) else [os.fsdecode(argv)] if argv else []
    direct, by_popen = caller_of_shell()
    shell = direct and listed[:2] in (["/bin/sh", "-c"], ["sh", "-c"])
    events.tell("program", program="os.popen" if shell and by_popen else os.fsdecode(program or (listed or [""])[0]), argv=listed[:20], shell=shell,
                cwd=shown(os.fsdecode(arguments[2])) if len(arguments) > 2 and arguments[2] else None, line=line())


def caller_of_shell():
    """Whether the subject's own code starts it, and no library that it calls; and whether by `os.popen`."""
    frame, by_popen = sys._getframe(3), False
    while frame is not None:
        name = frame.f_code.co_filename
        if name == os.__file__ and frame.f_code.co_name == "popen":
            by_popen = True
        elif not name.endswith(("/subprocess.py", "/os.py")) and "/asyncio/" not in name and not name.startswith("/harness/"):
            return name.startswith(root), by_popen
        frame = frame.f_back
    return False, by_popen


WATCHED = {
    "open": opened,
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), made),
    **dict.fromkeys(("os.remove", "os.rmdir", "shutil.rmtree"), removed),
    "subprocess.Popen": started,
    "os.system": lambda arguments: events.tell("program", program="os.system", argv=[os.fsdecode(arguments[0])], shell=True, line=line()),
    "os.exec": lambda arguments: events.tell("program", program=os.fsdecode(arguments[0]), argv=[], shell=False, line=line()),
    "socket.getaddrinfo": lambda arguments: events.tell("connect", address=f"{arguments[0]}:{arguments[1]}", line=line()),
    "socket.connect": lambda arguments: events.tell("connect", address=str(arguments[1])[:120], line=line()),
    "tempfile.mkdtemp": lambda arguments: events.tell("temporary", path=str(arguments[0])[:120], line=line()),
}
