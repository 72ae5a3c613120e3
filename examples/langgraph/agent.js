// An agent of LangGraph that asks people before it pays, and goes on with their answer. README.md explains it.
import { randomBytes } from "node:crypto";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { MongoDBSaver } from "@langchain/langgraph-checkpoint-mongodb";
import { MongoClient } from "mongodb";

const { ENGINE_URL, COUNTERSIGN_TOKEN: TOKEN, MONGODB_URI, MONGODB_DB = "agent" } = process.env;
const { KIND = "Payment", SUBMITTER_ID, APPROVER_IDS = "" } = process.env;

const client = await new MongoClient(MONGODB_URI).connect();
const db = client.db(MONGODB_DB);
/** The threads of the agent: what each is to pay, and how it ended. */
const threads = db.collection("threads");
/** The bank of this example. */
const payments = db.collection("payments");

/** Sends a request to the engine until it is answered. Returns the answer, or the reason of a refusal. */
async function send(path, init = {}) {
  const headers = { ...init.headers, authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  for (;;) {
    try {
      const response = await fetch(`${ENGINE_URL}/api/v1/documents${path}`, { ...init, headers });
      const answer = await response.json();
      if (response.ok) return answer;
      const { status } = response;
      if (![401, 408, 429].includes(status) && status < 500) return { refusal: answer.detail };
    } catch (error) {
      console.error(`no answer, trying again: ${error.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Submits the payment. The thread's id is the document's and the key: a repetition after a kill is the same submission. */
async function submit({ title, amount, currency }, { configurable: { thread_id: refId } }) {
  const document = { title, amount, currency };
  const stage = { name: "Payment", order: 1, approveBy: "ANY", approverIds: APPROVER_IDS.split(",") };
  const submission = { kind: KIND, refId, submitterId: SUBMITTER_ID, document, dynamicStages: [stage] };
  const headers = { "idempotency-key": refId };
  const { refusal } = await send("", { method: "POST", headers, body: JSON.stringify(submission) });
  return refusal ? { status: "REFUSED", reason: refusal } : { status: "IN_APPROVAL" };
}

/** Stops until people have decided. A node of its own: with the answer a node runs again from its first line. */
const wait = () => ({ status: interrupt("approval") });

/** Pays what was approved, once: the thread's id is the payment's. */
async function pay({ title, amount, currency }, { configurable: { thread_id: _id } }) {
  await payments.updateOne({ _id }, { $setOnInsert: { title, amount, currency } }, { upsert: true });
}

const State = Annotation.Root(
  Object.fromEntries(["title", "amount", "currency", "status", "reason"].map((name) => [name, Annotation()])),
);
const graph = new StateGraph(State)
  .addNode("submit", submit)
  .addNode("wait", wait)
  .addNode("pay", pay)
  .addEdge(START, "submit")
  .addConditionalEdges("submit", ({ status }) => (status === "REFUSED" ? END : "wait"), ["wait", END])
  .addConditionalEdges("wait", ({ status }) => (status === "APPROVED" ? "pay" : END), ["pay", END])
  .addEdge("pay", END)
  .compile({ checkpointer: new MongoDBSaver({ client, dbName: MONGODB_DB }) });

/** Waits until people have decided, and says meanwhile what they want changed. */
async function decisionOn(refId, title) {
  let status = "IN_APPROVAL";
  while (status === "IN_APPROVAL" || status === "CHANGES_WANTED") {
    const answer = await send(`/${refId}?wait=45&from=${status}`);
    if (answer.refusal) throw new Error(answer.refusal);
    if (answer.changes && status === "IN_APPROVAL")
      console.log(`${title}: ${answer.status} ${answer.changes.text}`);
    ({ status } = answer);
  }
  return status;
}

/** Takes a thread to its end, from wherever it was killed. */
async function run({ _id, input }) {
  const config = { configurable: { thread_id: _id } };
  for (;;) {
    const { createdAt, next, tasks, values } = await graph.getState(config);
    if (createdAt === undefined) await graph.invoke(input, config);
    else if (tasks.some(({ interrupts }) => interrupts.length > 0)) {
      await graph.invoke(new Command({ resume: await decisionOn(_id, input.title) }), config);
    } else if (next.length > 0) await graph.invoke(null, config);
    else {
      const { title, status, reason = "" } = values;
      await threads.updateOne({ _id }, { $set: { status } });
      return console.log(`${title}: ${status} ${reason}`.trim());
    }
  }
}

const [title, amount, currency = "EUR"] = process.argv.slice(2);
if (title)
  await threads.insertOne({
    _id: randomBytes(12).toString("hex"),
    input: { title, amount, currency },
    status: null,
  });
await Promise.all((await threads.find({ status: null }).toArray()).map(run));
await client.close();
