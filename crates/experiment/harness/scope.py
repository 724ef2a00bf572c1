"""A wall between the processes of the harness: a scenario sends signals to nobody but its own, looks into no other, and writes in its
own folders alone."""

import ctypes
import os

# Numbers of calls that are the same on all processors, the version that knows scopes, and what is scoped: abstract sockets and signals.
CREATE, ADD, RESTRICT, ASKS_VERSION, KNOWS_SCOPES, SCOPES = 444, 445, 446, 1, 6, 3
# Writing to files, removing, making of any kind, moving between folders, cutting short; of these what a file alone takes.
WRITES = 1 << 1 | sum(1 << bit for bit in range(4, 15))
OF_FILE = 1 << 1 | 1 << 14
BENEATH, NO_NEW_PRIVILEGES = 1, 38


class Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class Path(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("number", ctypes.c_int32)]


def close(writable):
    """For this process and all that it starts from now on. Whether the kernel has it: what it lacks is gone without."""
    try:
        call = ctypes.CDLL(None, use_errno=True)
        if call.syscall(CREATE, None, ctypes.c_size_t(0), ASKS_VERSION) < KNOWS_SCOPES:
            return False
        rules = Ruleset(WRITES, 0, SCOPES)
        number = call.syscall(CREATE, ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), 0)
        if number < 0:
            return False
        for path in filter(os.path.exists, writable):
            beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rule = Path(WRITES if os.path.isdir(path) else OF_FILE, beneath)
            call.syscall(ADD, number, BENEATH, ctypes.byref(rule), 0)
            os.close(beneath)
        call.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        is_closed = call.syscall(RESTRICT, number, 0) == 0
        os.close(number)
        return is_closed
    except (OSError, AttributeError):
        return False
