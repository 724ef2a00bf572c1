# Opens files without end.
held = []
try:
    while True:
        held.append(open("/dev/null"))
except OSError:
    print("held" if len(held) < 300 else "LEAK")
