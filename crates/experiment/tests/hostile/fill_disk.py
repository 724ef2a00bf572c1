# Fills the disk with files, with one large file and with names.
import errno, os
total, number = 0, 0
try:
    while True:
        with open(f"/room/tmp/{number}", "wb") as file:
            for _ in range(60):
                file.write(b"x" * (1 << 20))
                total += 1
        number += 1
except OSError as error:
    print("held" if error.errno == errno.ENOSPC and total <= 256 else f"LEAK {error} after {total} MiB")
