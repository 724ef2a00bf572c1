#!/usr/bin/env bash
# The results were made before; handing them out takes Python and nothing else.
set -eu
command -v python3 >/dev/null || { apt-get update && apt-get install -y python3; }
