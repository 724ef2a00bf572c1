# Holds in many processes what one may not.
import os, time
for _ in range(40):
    if os.fork() == 0:
        held = bytearray(b"x" * (100 << 20))
        time.sleep(60)
        os._exit(len(held) & 1)
time.sleep(60)
print("LEAK")
