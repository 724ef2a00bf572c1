import os
import subprocess

API_KEY = "sk-fake-4f9d2c7b8a1e6035d9c4b7a2f1e8d6c3"


def clone(url, folder):
    os.system(f"git clone {url} {folder}")


def run(command):
    return subprocess.run(command, shell=True, capture_output=True)


def read(text):
    return eval(text)
