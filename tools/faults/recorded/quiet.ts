import { waitFor } from "@countersign/testing";
import type { Document } from "mongodb";
import { toObjectId } from "@countersign/mongo";
import type { Platform } from "./platform.ts";
import type { Step } from "./steps.ts";

const QUIET_TIMEOUT_MS = 60_000;
/** How long a row of due work is claimed: while the clock stands, a claim in progress ends exactly so much later. */
const CLAIM_MS = 30_000;

interface QuietMoment {
  step: Step;
  now: Date;
  /** Of {@link findDueCollections}. */
  dueCollections: readonly string[];
}

/**
 * Waits until a platform has nothing to do: the message of the last step is handled, what is due by its clock is done, and
 * every message of its outbox was heard.
 */
export async function untilQuiet(platform: Platform, moment: QuietMoment): Promise<void> {
  await waitFor(async () => (await findWork(platform, moment)) === undefined, {
    timeoutMs: QUIET_TIMEOUT_MS,
    intervalMs: 20,
    what: "the end of what a platform has to do",
  }).catch(async (error: unknown) => {
    throw new Error(`a platform has ${await findWork(platform, moment)}`, { cause: error });
  });
}

/** Work by time stands in collections with an index of when it is due. */
export async function findDueCollections(db: Platform["db"]): Promise<string[]> {
  const collections = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const indexes = await Promise.all(collections.map((name) => db.collection(name).indexes()));
  return collections.filter((_, at) => indexes[at]!.some(({ key }) => "claimedUntil" in key));
}

async function findWork(
  { db, heardMessages }: Platform,
  { step, now, dueCollections }: QuietMoment,
): Promise<string | undefined> {
  if ("publish" in step && !(await isHandled(db, step))) return `the message ${step.id}`;
  const due = {
    $or: [{ claimedUntil: { $lte: now } }, { claimedUntil: new Date(now.getTime() + CLAIM_MS) }],
  };
  for (const name of dueCollections) {
    if ((await db.collection(name).countDocuments(due)) > 0) return `due rows of ${name}`;
  }
  const rows = db.collection<{ _id: string }>("outbox");
  const ids = new Set(heardMessages.map(({ id }) => id));
  for (const { _id } of await rows.find({}, { projection: { _id: 1 } }).toArray()) {
    if (!ids.has(_id)) return `the outbox row ${_id}`;
  }
  return undefined;
}

/** Rows that are there once a message is handled. */
function rowsOf({
  publish,
  id,
  data,
}: Extract<Step, { id: string }>): [collection: string, filter: Document] {
  if (publish === "companyCreated") {
    return ["hr_approval_policies", { companyId: toObjectId(String(data["companyId"])) }];
  }
  return ["inbox", { "_id.messageId": id }];
}

async function isHandled(db: Platform["db"], step: Extract<Step, { id: string }>): Promise<boolean> {
  const [collection, filter] = rowsOf(step);
  return (await db.collection(collection).countDocuments(filter)) > 0;
}
