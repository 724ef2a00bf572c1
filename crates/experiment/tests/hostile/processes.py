# Kills, traces and reads other processes, and makes namespaces, mounts, keys and devices.
import ctypes, os, signal, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
outside = int(sys.argv[5])
for number in (outside, os.getppid()):
    if number > 1:
        try:
            os.kill(number, signal.SIGKILL)
            print("LEAK kill", number)
        except OSError:
            pass
try:
    os.kill(1, signal.SIGKILL)
except OSError:
    pass
X86 = {"ptrace": 101, "process_vm_readv": 310, "unshare": 272, "setns": 308, "mount": 165, "pivot_root": 155, "chroot": 161, "keyctl": 250,
       "add_key": 248, "bpf": 321, "userfaultfd": 323, "perf_event_open": 298, "io_uring_setup": 425, "memfd_create": 319, "shmget": 29,
       "open_tree": 428, "fsopen": 430, "clone3": 435, "personality": 135, "init_module": 175, "reboot": 169}
ARM = {"ptrace": 117, "process_vm_readv": 270, "unshare": 97, "setns": 268, "mount": 40, "pivot_root": 41, "chroot": 51, "keyctl": 219,
       "add_key": 217, "bpf": 280, "userfaultfd": 282, "perf_event_open": 241, "io_uring_setup": 425, "memfd_create": 279, "shmget": 194,
       "open_tree": 428, "fsopen": 430, "clone3": 435, "personality": 92, "init_module": 105, "reboot": 142}
table = X86 if os.uname().machine == "x86_64" else ARM
for name, number in table.items():
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    if result != -1 or ctypes.get_errno() not in (1, 38):
        print("LEAK call", name, result, ctypes.get_errno())
if os.uname().machine == "x86_64":
    for name, number in (("second table: ptrace", 0x40000000 | 521), ("second table: unshare", 0x40000000 | 272)):
        if libc.syscall(number, 0x10000000, 0, 0, 0) != -1:
            print("LEAK call", name)
for flag in (0x10000000, 0x20000, 0x40000000):
    child = libc.syscall(56 if os.uname().machine == "x86_64" else 220, flag | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        print("LEAK clone", hex(flag))
try:
    os.setuid(0); os.seteuid(0)
    if os.getuid() == 0 and open("/proc/self/status").read():
        print("LEAK root")
except OSError:
    pass
for action in (lambda: os.mknod("/room/device", 0o20666, os.makedev(1, 1)), lambda: os.chown("/harness", 0, 0), lambda: os.sethostname(b"x") if hasattr(os, "sethostname") else (_ for _ in ()).throw(OSError())):
    try:
        action()
        print("LEAK privileged action")
    except (OSError, AttributeError):
        pass
print("LEAK proc" if os.path.exists("/proc") else "held")
