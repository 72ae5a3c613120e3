# A service that has its contracts approved over HTTP, with Python's standard library alone. README.md explains it.
import base64, hmac, json, os, secrets, sqlite3, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib import error as errors, request as requests

ENGINE_URL, TOKEN, COMPANY_ID = (os.environ[name] for name in ("ENGINE_URL", "COUNTERSIGN_TOKEN", "COMPANY_ID"))
SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
KIND, PORT = os.environ.get("KIND", "Contract"), int(os.environ.get("PORT", "3007"))
STATUS_AFTER = {"completed": "SIGNED", "rejected": "REJECTED", "recalled": "WITHDRAWN"}

LOCK = threading.Lock()  # one transaction at a time
DB = sqlite3.connect(os.environ.get("DATABASE", "contracts.db"), check_same_thread=False)
DB.executescript("""PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS contracts (_id TEXT PRIMARY KEY, title TEXT, status TEXT, applied INTEGER, requestId TEXT, body TEXT);
  CREATE TABLE IF NOT EXISTS inbox (id TEXT PRIMARY KEY);""")


def rows(query):
    with LOCK: return DB.execute(query).fetchall()


# Stores the contract with its submission, which leaves later: a kill at any moment loses neither.
def create_contract(submitterId, approverIds, title):
    ref_id = secrets.token_hex(12)
    stages = [{"name": "Counsel", "order": 1, "approveBy": "ALL", "approverIds": approverIds}]
    body = json.dumps({"kind": KIND, "refId": ref_id, "companyId": COMPANY_ID, "submitterId": submitterId, "document": {"title": title}, "dynamicStages": stages})
    with LOCK, DB:
        DB.execute("INSERT INTO contracts VALUES (?, ?, 'SUBMITTED', 0, NULL, ?)", (ref_id, title, body))
    return {"_id": ref_id, "status": "SUBMITTED"}


# Submits until the answer is known. The key makes a repetition after a kill, or a lost answer, the same submission.
def submit(ref_id, body):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json", "idempotency-key": ref_id}
    try:
        submission = requests.Request(f"{ENGINE_URL}/api/v1/documents", body.encode(), headers)
        with requests.urlopen(submission, timeout=15) as answer:
            change, value = "requestId = ?", json.load(answer)["requestId"]
    except errors.HTTPError as error:
        if error.code in (401, 408, 429) or error.code >= 500: raise  # passes: another token, or time
        change, value = "status = ?", "REFUSED"
    with LOCK, DB:
        DB.execute(f"UPDATE contracts SET {change} WHERE _id = ?", (value, ref_id))


def submit_all():
    while True:
        for row in rows("SELECT _id, body FROM contracts WHERE requestId IS NULL AND status = 'SUBMITTED'"):
            try: submit(*row)
            except Exception as error: print(f"not submitted, trying again: {error}", flush=True)
        time.sleep(0.2)


# Standard Webhooks: whether the body was signed by our secret, within five minutes.
def is_signed(headers, body):
    id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signature = b"v1," + base64.b64encode(hmac.digest(SECRET, f"{id}.{sent}.".encode() + body, "sha256"))
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300: return False
    return any(hmac.compare_digest(signature, one) for one in headers.get("webhook-signature", "").encode().split())


# Applies an outcome once, to the submission that it names. Returns the status to answer with.
def apply(id, event):
    data, status = event["data"], STATUS_AFTER.get(event["type"].split(".")[-1])
    if not event["type"].startswith("approval.outcome.") or status is None or data.get("origin") != "owner": return 204
    with LOCK, DB:
        row = DB.execute("SELECT requestId, status FROM contracts WHERE _id = ?", (data["refId"],)).fetchone()
        # Faster than the answer to our submission: the engine sends it again.
        if row == (None, "SUBMITTED"): return 503
        if row and row[0] == data["requestId"] and DB.execute("INSERT OR IGNORE INTO inbox VALUES (?)", (id,)).rowcount:
            DB.execute("UPDATE contracts SET status = ?, applied = applied + 1 WHERE _id = ?", (status, data["refId"]))
    return 204


class Handler(BaseHTTPRequestHandler):
    # Put your own log-in before /contracts: this one believes whoever asks, on this machine alone.
    def do_GET(self):
        contracts = rows("SELECT _id, title, status, applied FROM contracts")
        self.answer(200, [dict(zip(("_id", "title", "status", "applied"), row)) for row in contracts])

    def do_POST(self):
        try:
            body = self.rfile.read(max(0, min(int(self.headers.get("content-length", 0)), 1_048_576)))
            if self.path == "/contracts": return self.answer(200, create_contract(**json.loads(body)))
            if not is_signed(self.headers, body): return self.answer(401, {"error": "signature"})
            self.answer(apply(self.headers["webhook-id"], json.loads(body)))
        except (TypeError, ValueError, KeyError) as error: self.answer(400, {"error": str(error)})

    def answer(self, status, body=None):
        text = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (("content-type", "application/json"), ("content-length", len(text))): self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_): pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
threading.Thread(target=submit_all, daemon=True).start()
print(f"contracts at http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
