# Writes one file beyond the limit.
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open("/room/large", "wb") as file:
        for _ in range(200):
            file.write(b"x" * (1 << 20))
            file.flush()
    print("LEAK")
except OSError:
    print("held")
