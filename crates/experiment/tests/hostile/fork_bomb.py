# Doubles as often as it can, and never ends.
import os, time
count = 0
while True:
    try:
        os.fork()
        count += 1
    except OSError:
        if os.getpid() == 2:
            print("held", flush=True)
        time.sleep(60)
