# Prints without end.
import os
while True:
    os.write(1, b"{\"kind\":\"node_start\"}\n" * 1000)
