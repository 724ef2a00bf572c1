# Reads what is the user's and the machine's.
import os, sys
secret = sys.argv[1]
for path in [secret, "/etc/shadow", "/root/.ssh/id_rsa", "/root", "/home/lab/.ssh", "/proc/1/environ", "/proc/self/mem", "/outside",
             "/var", "/sys", "/run", "/mnt", "/opt", "/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/vda", "/dev/sda", "/boot"]:
    try:
        os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
        print("LEAK", path)
    except OSError:
        pass
users = open("/etc/passwd").read()
if "root:x:0:0:root:/:/bin/false" not in users or users.count("\n") != 2:
    print("LEAK the users of the machine")
for name in os.environ:
    if name in ("SECRET_OF_THE_MACHINE", "CARGO_HOME", "SSH_AUTH_SOCK", "AUDITOR_DATA"):
        print("LEAK", name)
for descriptor in range(3, 256):
    try:
        os.fstat(descriptor)
        print("LEAK descriptor", descriptor)
    except OSError:
        pass
print("held")
