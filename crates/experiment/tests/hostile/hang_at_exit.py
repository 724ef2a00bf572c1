# Hangs when it should end, whatever it is told.
import atexit, signal, threading, time
for number in range(1, 32):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
atexit.register(time.sleep, 1000)
threading.Thread(target=time.sleep, args=(1000,)).start()
print("held", flush=True)
