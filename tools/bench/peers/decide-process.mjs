/**
 * The plain handler's decision on libraries that teams build approvals on: XState with its snapshots in MongoDB, pg-boss
 * and DBOS on PostgreSQL (PEER). Each writes event, notification, audit record and outgoing message beside the verdict.
 */
import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { jwtVerify } from "jose";

const { PEER = "", AUTH_SECRET = "", STAGES = "3" } = process.env;
const { MONGODB_URI = "", MONGODB_DB = "", BENCH_POSTGRES_URL = "" } = process.env;
const stages = Number(STAGES);
const secret = new TextEncoder().encode(AUTH_SECRET);

/** A verdict moves a machine, whose snapshot is kept with what the verdict led to in one transaction. */
async function startXState() {
  const { MongoClient } = await import("mongodb");
  const { createActor, createMachine } = await import("xstate");
  const client = await new MongoClient(MONGODB_URI).connect();
  const db = client.db(MONGODB_DB);
  const runs = db.collection("xstate_runs");
  const stateAfter = (order) => (order === stages ? "completed" : `stage${order + 1}`);
  const states = Array.from({ length: stages }, (_, index) => [
    `stage${index + 1}`,
    { on: { [`APPROVE${index + 1}`]: { target: stateAfter(index + 1), guard: "isApprover" } } },
  ]);
  const machine = createMachine(
    {
      initial: "stage1",
      context: ({ input }) => input,
      states: { ...Object.fromEntries(states), completed: { type: "final" } },
    },
    { guards: { isApprover: ({ context, event }) => context.approverId === event.approverId } },
  );
  return {
    async prepare(approverId) {
      const refId = randomUUID();
      const snapshot = createActor(machine, { input: { approverId } }).getPersistedSnapshot();
      await runs.insertOne({ _id: refId, snapshot });
      return Array.from({ length: stages }, (_, index) => `${refId}/${index + 1}`);
    },
    decide: (taskId, approverId) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const [refId, order] = taskId.split("/");
          const { snapshot } = await runs.findOne({ _id: refId }, { session });
          const actor = createActor(machine, { snapshot }).start();
          const verdict = { type: `APPROVE${order}`, approverId };
          if (!actor.getSnapshot().can(verdict)) return false;
          actor.send(verdict);
          await runs.updateOne(
            { _id: refId },
            { $set: { snapshot: actor.getPersistedSnapshot() } },
            { session },
          );
          const event = {
            event: JSON.stringify(actor.getSnapshot().value),
            refId,
            taskId,
            actorId: approverId,
            at: new Date(),
          };
          for (const name of ["events", "notifications", "audit", "outbox"])
            await db.collection(`xstate_${name}`).insertOne({ ...event }, { session });
          return true;
        }),
      ),
  };
}

/** Tasks in PostgreSQL, and the transaction of a verdict. */
async function openTasks() {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: BENCH_POSTGRES_URL });
  const columns = "ref_id uuid, task_id uuid, actor_id text, at timestamptz DEFAULT now()";
  await pool.query(`CREATE TABLE IF NOT EXISTS peer_tasks
      (id uuid PRIMARY KEY, ref_id uuid, order_no int, approver_id text, status text, UNIQUE (ref_id, order_no));
    CREATE TABLE IF NOT EXISTS peer_events (${columns});
    CREATE TABLE IF NOT EXISTS peer_notifications (${columns});
    CREATE TABLE IF NOT EXISTS peer_audit (${columns})`);
  return {
    async prepare(approverId) {
      const refId = randomUUID();
      const ids = Array.from({ length: stages }, () => randomUUID());
      for (const [index, id] of ids.entries()) {
        const status = index === 0 ? "AWAITING_APPROVAL" : "PENDING";
        await pool.query("INSERT INTO peer_tasks VALUES ($1, $2, $3, $4, $5)", [
          id,
          refId,
          index + 1,
          approverId,
          status,
        ]);
      }
      return ids;
    },
    /** @param send - sends the outgoing message with the transaction's connection */
    async decide(taskId, approverId, send) {
      const connection = await pool.connect();
      try {
        await connection.query("BEGIN");
        const { rows } = await connection.query(
          `UPDATE peer_tasks SET status = 'APPROVED' WHERE id = $1 AND approver_id = $2 AND status = 'AWAITING_APPROVAL'
           RETURNING ref_id, order_no`,
          [taskId, approverId],
        );
        if (rows.length > 0) {
          const [{ ref_id: refId, order_no: order }] = rows;
          const next =
            "UPDATE peer_tasks SET status = 'AWAITING_APPROVAL' WHERE ref_id = $1 AND order_no = $2";
          await connection.query(next, [refId, order + 1]);
          for (const name of ["events", "notifications", "audit"])
            await connection.query(`INSERT INTO peer_${name} VALUES ($1, $2, $3)`, [
              refId,
              taskId,
              approverId,
            ]);
          await send({ refId, taskId }, connection);
        }
        await connection.query("COMMIT");
        return rows.length > 0;
      } catch (error) {
        await connection.query("ROLLBACK");
        throw error;
      } finally {
        connection.release();
      }
    },
  };
}

/** The outgoing message is a job of pg-boss, made in the verdict's transaction. */
async function startPgBoss() {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss(BENCH_POSTGRES_URL);
  await boss.start();
  await boss.createQueue("outcomes");
  const tasks = await openTasks();
  const send = (message, connection) =>
    boss.send("outcomes", message, {
      db: { executeSql: (text, values) => connection.query(text, values) },
    });
  return {
    prepare: (approverId) => tasks.prepare(approverId),
    decide: (taskId, approverId) => tasks.decide(taskId, approverId, send),
  };
}

/** A verdict is a durable workflow of two steps, by the task's id: its transaction, and the outgoing message. */
async function startDbos() {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  const tasks = await openTasks();
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: BENCH_POSTGRES_URL, logLevel: "error" });
  const decideWorkflow = DBOS.registerWorkflow(
    async (taskId, approverId) => {
      const isRecorded = await DBOS.runStep(() => tasks.decide(taskId, approverId, async () => undefined), {
        name: "record",
      });
      if (isRecorded) await DBOS.runStep(async () => ({ taskId }), { name: "send" });
      return isRecorded;
    },
    { name: "decide" },
  );
  await DBOS.launch();
  return {
    prepare: (approverId) => tasks.prepare(approverId),
    decide: async (taskId, approverId) => {
      const workflow = await DBOS.startWorkflow(decideWorkflow, { workflowID: taskId })(taskId, approverId);
      return workflow.getResult();
    },
  };
}

const decider = await { xstate: startXState, "pg-boss": startPgBoss, dbos: startDbos }[PEER]();
const app = Fastify();
app.post("/runs", async ({ body }) => {
  const runs = [];
  for (const approverId of body) runs.push(await decider.prepare(approverId));
  return runs;
});
app.post("/decide", async (request, reply) => {
  const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
  const { payload } = await jwtVerify(token, secret);
  const isRecorded = await decider.decide(request.body.taskId, payload.sub);
  return reply.code(isRecorded ? 200 : 409).send({ recorded: isRecorded });
});
process.on("SIGTERM", () => process.exit());
const publicUrl = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ msg: "listening", publicUrl, internalUrl: "" }));
