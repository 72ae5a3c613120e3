// A service that has its contracts approved, without the owner kit: `nats` and SQLite alone. docs/integration.md explains it.
import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { connect, headers } from "nats";

const { NATS_URL = "nats://127.0.0.1:4222", DATABASE = "contracts.db", PORT = "3006" } = process.env;
const STATUS_AFTER = { refused: "REFUSED", completed: "SIGNED", rejected: "REJECTED", recalled: "WITHDRAWN" };

const db = new DatabaseSync(DATABASE);
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS contracts (_id TEXT PRIMARY KEY, companyId TEXT, title TEXT, requestId TEXT, status TEXT, reason TEXT);
  CREATE TABLE IF NOT EXISTS outbox (position INTEGER PRIMARY KEY, id TEXT, event TEXT);
  CREATE TABLE IF NOT EXISTS inbox (id TEXT PRIMARY KEY);`);

function transaction(work) {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** Stores the contract and the command to have it approved: both or neither. */
function createContract({ companyId, submitterId, approverIds, title }) {
  const isGiven = [companyId, submitterId, title].every((text) => typeof text === "string");
  if (!isGiven || !Array.isArray(approverIds)) {
    throw new Error("expected companyId, submitterId, title and a list approverIds");
  }
  const [refId, id] = [randomBytes(12).toString("hex"), randomUUID()];
  const dynamicStages = [{ name: "Counsel", order: 1, approveBy: "ALL", approverIds }];
  const data = { companyId, refId, kind: "Contract", submitterId, document: { title }, dynamicStages };
  const event = {
    specversion: "1.0",
    id,
    source: "/countersign/legal",
    type: "approval.command.submit",
    data,
  };
  transaction(() => {
    const contract = db.prepare("INSERT INTO contracts VALUES (?, ?, ?, ?, 'SUBMITTED', NULL)");
    contract.run(refId, companyId, title, id);
    db.prepare("INSERT INTO outbox (id, event) VALUES (?, ?)").run(id, JSON.stringify(event));
  });
  return { _id: refId, status: "SUBMITTED" };
}

/** Publishes commands in their order. The broker drops a repeated id, so that a crash before the DELETE does no harm. */
async function relay(jetstream) {
  for (;;) {
    const row = db.prepare("SELECT * FROM outbox ORDER BY position LIMIT 1").get();
    try {
      if (row) await jetstream.publish("approval.command.submit", row.event, { msgID: row.id });
      if (row) db.prepare("DELETE FROM outbox WHERE position = ?").run(row.position);
      else await delay(50);
    } catch (error) {
      console.warn(`not published, trying again: ${error.message}`);
      await delay(500);
    }
  }
}

/** Applies an answer or outcome once, to the submission that it names, while that is still open. */
function apply({ id, type, data }) {
  const status = STATUS_AFTER[type.split(".").at(-1)];
  const isOwn = type.startsWith("approval.request.") || data.origin === "owner";
  transaction(() => {
    const isNew = db.prepare("INSERT OR IGNORE INTO inbox VALUES (?)").run(id).changes > 0;
    if (!isNew || !isOwn || status === undefined) return;
    db.prepare(
      `UPDATE contracts SET status = ?, reason = ?
       WHERE _id = ? AND companyId = ? AND requestId = ? AND status = 'SUBMITTED'`,
    ).run(status, data.error ?? data.remark ?? null, data.refId, data.companyId, data.requestId ?? "");
  });
}

/** Handles one message: acknowledged after its transaction, given up as a dead letter if it can never be read. */
async function handle(jetstream, durable, message) {
  let event;
  try {
    event = message.json();
    const { id, type, data } = event;
    for (const text of [id, type, data?.companyId, data?.refId]) {
      if (typeof text !== "string") throw new Error("expected id, type, data.companyId and data.refId");
    }
  } catch (error) {
    const reason = headers();
    reason.set("Dead-Letter-Reason", error.message);
    reason.set("Dead-Letter-Consumer", durable);
    await jetstream.publish(`deadletter.${message.subject}`, message.data, { headers: reason });
    message.term();
    return;
  }
  apply(event);
  message.ack();
}

async function consume(jetstream, durable) {
  for (;;) {
    try {
      const consumer = await jetstream.consumers.get("APPROVAL_OUTCOMES", durable);
      for await (const message of await consumer.fetch({ max_messages: 100, expires: 2_000 })) {
        await handle(jetstream, durable, message);
      }
    } catch (error) {
      console.warn(`${durable}: ${error.message}; trying again`);
      await delay(500);
    }
  }
}

const connection = await connect({ servers: NATS_URL, maxReconnectAttempts: -1, waitOnFirstConnect: true });
const jetstream = connection.jetstream();
void Promise.all([
  relay(jetstream),
  consume(jetstream, "legal-answers"),
  consume(jetstream, "legal-outcomes"),
]);

/** Makes a contract, or lists them. Put your own log-in before it: this one believes whoever asks, on this machine alone. */
async function answer(request, response) {
  response.setHeader("content-type", "application/json");
  try {
    const body =
      request.method === "POST"
        ? createContract(await json(request))
        : db.prepare("SELECT * FROM contracts").all();
    response.end(JSON.stringify(body));
  } catch (error) {
    response.writeHead(400).end(JSON.stringify({ error: error.message }));
  }
}
createServer((request, response) => void answer(request, response)).listen(
  Number(PORT),
  "127.0.0.1",
  function () {
    console.log(`contracts at http://127.0.0.1:${this.address().port}`);
  },
);
