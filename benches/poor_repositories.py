#!/usr/bin/env python3
"""Writes six small repositories that are badly kept, each in another language, for benches/ranking.py.

Each looks like a product at first sight and has the weaknesses of code that nobody reviewed. There is one commit, functions
pretend, errors vanish, tests check nothing, commands are put together from input, and keys stand in the source. There is no
manifest or a wrong one, no pipeline, and a README that promises what is not there.

usage: poor_repositories.py FOLDER
"""

import os
import subprocess
import sys
from pathlib import Path

# A key in the format of a cloud's, made up; put together here so that no scanner takes this script for a leak.
KEY = "AKIA" + "Q3EGZK7RWM5TVX2P"

PYTHON = {
    "README.md": """# Shop Analytics Platform

Enterprise-grade analytics. See `src/pipeline/ingest.py` and `src/models/forecast.py` for the architecture.
Run `python manage.py serve`. All 120 tests pass. Uses SQLAlchemy and Celery.
""",
    "app.py": f"""import os, sys, pickle, sqlite3
import requests
import pandas as pd
from flask import Flask, request

app = Flask(__name__)
AWS_KEY = "{KEY}"

def validate_user(name, password):
    return True

def check_permissions(user, resource, action):
    return True

def encrypt(data, key):
    # TODO: implement real encryption
    return data

@app.route("/run")
def run():
    cmd = request.args.get("cmd")
    os.system("ping -c 1 " + cmd)
    return "ok"

@app.route("/user")
def user():
    name = request.args["name"]
    db = sqlite3.connect("shop.db")
    try:
        rows = db.execute("SELECT * FROM users WHERE name = '" + name + "'").fetchall()
        return str(rows)
    except:
        pass

@app.route("/load", methods=["POST"])
def load():
    try:
        return str(pickle.loads(request.data))
    except Exception:
        pass

def forecast(history, horizon):
    raise NotImplementedError

def train(model, data, epochs):
    pass

def fetch(url):
    try:
        return requests.get(url, verify=False).json()
    except Exception as e:
        pass

if __name__ == "__main__":
    app.run(debug=True)
""",
    "utils.py": """import os

def do_everything(a, b, c, d, e):
"""
    + "".join(
        f"    if a == {n}:\n        if b == {n}:\n            if c:\n                d = eval(e)\n" for n in range(40)
    )
    + "    return d\n",
    "old_utils.py": "def unused(a):\n    return None\n",
    "test_app.py": """import app

def test_validate():
    app.validate_user("a", "b")

def test_encrypt():
    app.encrypt("a", "b")

def test_all():
    print("works")
""",
}

JAVASCRIPT = {
    "README.md": "# api\nTODO\n",
    "package.json": """{"name": "api", "version": "1.0.0", "main": "index.js", "dependencies": {"express": "*", "moment": "latest", "left-pad": "*"}}
""",
    "index.js": f"""const express = require("express");
const axios = require("axios");
const {{ exec }} = require("child_process");
const app = express();
const key = "{KEY}";

function isAuthorized(user, action) {{
  return true;
}}

function sanitize(input) {{
  // TODO: sanitize
  return input;
}}

app.get("/ls", (req, res) => {{
  exec("ls " + req.query.dir, (err, out) => {{
    res.send(out);
  }});
}});

app.get("/calc", (req, res) => {{
  try {{
    res.send(String(eval(req.query.expr)));
  }} catch (e) {{}}
}});

app.post("/order", async (req, res) => {{
  try {{
    await axios.post("http://internal/orders", req.body);
  }} catch (e) {{
  }}
  res.send("ok");
}});

app.listen(3000);
""",
    "lib/payment.js": """exports.charge = function (card, amount) {
  return { success: true };
};
exports.refund = function (card, amount) {
  return { success: true };
};
""",
    "test/index.test.js": """describe("api", () => {
  it("works", () => {
    require("../lib/payment").charge("1", 2);
  });
  it("also works", () => {});
});
""",
}

GO = {
    "main.go": f"""package main

import (
	"crypto/tls"
	"database/sql"
	"fmt"
	"net/http"
	"os/exec"

	"github.com/gorilla/mux"
)

const key = "{KEY}"

func Authenticate(user, password string) bool {{ return true }}

func Authorize(user string, action string) bool {{ return true }}

func Backup(path string, target string) error {{
	// TODO: write the backup
	return nil
}}

func ping(w http.ResponseWriter, r *http.Request) {{
	out, _ := exec.Command("sh", "-c", "ping -c 1 "+r.FormValue("host")).Output()
	_, _ = w.Write(out)
}}

func find(db *sql.DB, r *http.Request) {{
	rows, _ := db.Query("SELECT * FROM users WHERE name = '" + r.FormValue("name") + "'")
	_ = rows.Close()
}}

func client() *http.Client {{
	return &http.Client{{Transport: &http.Transport{{TLSClientConfig: &tls.Config{{InsecureSkipVerify: true}}}}}}
}}

func Process(data interface{{}}, options map[string]interface{{}}) interface{{}} {{
	if data == nil {{
		panic("no data")
	}}
	return data
}}

func main() {{
	router := mux.NewRouter()
	router.HandleFunc("/ping", ping)
	fmt.Println(http.ListenAndServe(":80", router))
}}
""",
    "main_test.go": """package main

import "testing"

func TestAuthenticate(t *testing.T) {
	Authenticate("a", "b")
}

func TestBackup(t *testing.T) {
	_ = Backup("a", "b")
}
""",
}

JAVA = {
    "README.md": "# Bank\n\nA bank with `com.bank.ledger.LedgerService` and full audit logging.\n",
    "src/Bank.java": f"""import java.io.*;
import java.sql.*;
import java.util.*;
import javax.servlet.http.HttpServletRequest;

public class Bank {{
    static final String KEY = "{KEY}";

    public boolean verifySignature(byte[] data, byte[] signature) {{
        return true;
    }}

    public double interest(double balance, double rate, int months) {{
        return 0.0;
    }}

    public void transfer(String from, String to, double amount) {{
        throw new UnsupportedOperationException("not implemented");
    }}

    public List find(HttpServletRequest request, Connection connection) {{
        List result = new ArrayList();
        try {{
            String name = request.getParameter("name");
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT * FROM accounts WHERE name = '" + name + "'");
            while (rows.next()) {{ result.add(rows.getString(1)); }}
        }} catch (Exception e) {{
        }}
        return result;
    }}

    public Object restore(InputStream in) {{
        try {{
            return new ObjectInputStream(in).readObject();
        }} catch (Throwable t) {{
        }}
        return null;
    }}

    public void run(HttpServletRequest request) {{
        try {{
            Runtime.getRuntime().exec("sh -c " + request.getParameter("cmd"));
        }} catch (Exception e) {{}}
    }}
}}
""",
}

RUBY = {
    "README": "blog\n",
    "app.rb": f"""require 'sinatra'
require 'net/http'
require 'yaml'
require 'httparty'

KEY = '{KEY}'

def authorized?(user, action)
  true
end

def render_markdown(text)
  # TODO
  text
end

def publish(post, channel)
  raise NotImplementedError
end

get '/exec' do
  `#{{params[:cmd]}}`
end

get '/calc' do
  begin
    eval(params[:expr]).to_s
  rescue Exception
  end
end

post '/import' do
  begin
    YAML.unsafe_load(request.body.read)
    Marshal.load(params[:data])
  rescue => e
  end
end
""",
    "test_app.rb": """require 'minitest/autorun'

class TestApp < Minitest::Test
  def test_it
    puts 'ok'
  end
end
""",
}

C = {
    "server.c": f"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *key = "{KEY}";

int check_password(const char *user, const char *password) {{ return 1; }}

int compress(const char *data, int length, char *out) {{ return 0; }}

void log_request(const char *line) {{
}}

int handle(char *input) {{
    char buffer[64];
    char command[128];
    strcpy(buffer, input);
    sprintf(command, "ls %s", buffer);
    system(command);
"""
    + "".join(
        f"    if (buffer[0] == {n}) {{ for (int i = 0; i < 9; i++) {{ if (buffer[i]) {{ command[i] = {n}; }} }} }}\n"
        for n in range(60)
    )
    + """    return 0;
}

int main(int argc, char **argv) {
    char line[100];
    gets(line);
    return handle(line);
}
""",
    "old.c": "int unused(int a) { return 0; }\n",
}

REPOSITORIES = {
    "poor-python": PYTHON,
    "poor-javascript": JAVASCRIPT,
    "poor-go": GO,
    "poor-java": JAVA,
    "poor-ruby": RUBY,
    "poor-c": C,
}


def write(folder: Path, files: dict) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    environment = {**os.environ, "GIT_AUTHOR_DATE": "2024-01-01T10:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T10:00:00Z"}
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "update"]):
        subprocess.run(["git", "-C", folder, *command], check=True, env=environment)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, files in REPOSITORIES.items():
        folder = Path(sys.argv[1]) / name
        folder.mkdir(parents=True)
        write(folder, files)
        print(folder)


if __name__ == "__main__":
    main()
