# Modules that Python would take from the folder it is started in, from the user's, or from a variable.
import os, sys
bad = [path for path in sys.path if path.startswith("/room") or path == ""]
print("LEAK path" if bad else "held")
if "site" in sys.modules or "sitecustomize" in sys.modules:
    print("LEAK site")
