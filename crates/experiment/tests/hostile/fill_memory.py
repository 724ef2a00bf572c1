# Holds more memory than one process may.
try:
    held = []
    while len(held) < 8192:
        held.append(bytearray(1 << 20))
    print("LEAK", len(held))
except MemoryError:
    print("held")
