/**
 * The same decision as a team would write it by hand, to compare the engine with: a Fastify route, a token checked by
 * jose, and one transaction of the driver's own methods. Stages follow each other, each with one approver; event,
 * notification, audit record and outgoing message are written, and nothing else of the engine's is there.
 */
import Fastify from "fastify";
import { jwtVerify } from "jose";
import { type ClientSession, MongoClient, ObjectId } from "mongodb";

const { MONGODB_URI = "", MONGODB_DB = "", AUTH_SECRET = "" } = process.env;
const secret = new TextEncoder().encode(AUTH_SECRET);
const client = await new MongoClient(MONGODB_URI).connect();
const db = client.db(MONGODB_DB);
await db.collection("plain_tasks").createIndex({ refId: 1, orderNo: 1 });
await db.collection("plain_approvals").createIndex({ taskId: 1, approverId: 1 }, { unique: true });

/** Records the approval, and activates the next stage or sends the outcome. @returns whether there was one to record */
async function approve(session: ClientSession, taskId: ObjectId, approverId: ObjectId): Promise<boolean> {
  const tasks = db.collection("plain_tasks");
  const approvals = db.collection("plain_approvals");
  const now = new Date();
  const { modifiedCount } = await approvals.updateOne(
    { taskId, approverId, status: "AWAITING_APPROVAL" },
    { $set: { status: "APPROVED", decidedAt: now } },
    { session },
  );
  if (modifiedCount === 0) return false;
  const task = await tasks.findOneAndUpdate(
    { _id: taskId, status: "AWAITING_APPROVAL" },
    { $set: { status: "APPROVED", decidedAt: now } },
    { session },
  );
  if (task === null) return false;
  const { refId, orderNo, submitterId } = task as unknown as {
    refId: ObjectId;
    orderNo: number;
    submitterId: ObjectId;
  };
  const next = await tasks.findOneAndUpdate(
    { refId, orderNo: orderNo + 1 },
    { $set: { status: "AWAITING_APPROVAL" } },
    { session },
  );
  if (next !== null) {
    await approvals.updateMany({ taskId: next._id }, { $set: { status: "AWAITING_APPROVAL" } }, { session });
  }
  const event = next === null ? "COMPLETED" : "STAGE_ADVANCED";
  const eventFields = { event, refId, taskId, at: now };
  await db.collection("plain_events").insertOne({ ...eventFields, actorId: approverId }, { session });
  await db.collection("plain_notifications").insertOne({ ...eventFields, userId: submitterId }, { session });
  await db.collection("plain_audit").insertOne({ ...eventFields, actorId: approverId }, { session });
  await db.collection("plain_outbox").insertOne({ ...eventFields, sent: false }, { session });
  return true;
}

const app = Fastify();
app.post<{ Body: { taskId: string } }>("/decide", async (request, reply) => {
  const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
  const { payload } = await jwtVerify(token, secret);
  const approverId = new ObjectId(payload.sub);
  const isRecorded = await client.withSession((session) =>
    session.withTransaction(() => approve(session, new ObjectId(request.body.taskId), approverId)),
  );
  return isRecorded ? { recorded: isRecorded } : reply.code(409).send({ recorded: isRecorded });
});
// An orderly end, with which Node writes a profile.
process.on("SIGTERM", () => process.exit());
const publicUrl = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ msg: "listening", publicUrl, internalUrl: "" }));
