# Fills the disk with empty files.
import os
try:
    for number in range(1_000_000):
        os.close(os.open(f"/room/tmp/{number}", os.O_CREAT | os.O_WRONLY))
    print("LEAK")
except OSError:
    print("held")
