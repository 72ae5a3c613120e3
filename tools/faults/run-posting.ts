import { setTimeout as delay } from "node:timers/promises";
import { newId, toObjectId } from "@countersign/mongo";
import { callTool } from "./agent.ts";
import type { CheckedDocument } from "./check-document.ts";
import { decideSomething } from "./decide-something.ts";
import { newDocument, submit } from "./model.ts";
import type { Random } from "./random.ts";
import { createTracker, type Result, TimedOut } from "./tracker.ts";
import { untilDone } from "./until-done.ts";
import type { World } from "./world.ts";

const RETRY_MS = 50;
const RETRIES_FOR_MS = 60_000;
const AMOUNT = 1_200.5;

/** An entry, and the user on whose behalf an agent writes it. */
interface Drafted {
  id: string;
  userId: string;
}

/**
 * An agent drafts an entry and posts it, which submits it for approval (AGT-1); then it asks again, the draft changes, and
 * an entry that was rejected is changed and submitted anew.
 */
export async function runPosting(world: World, random: Random): Promise<CheckedDocument> {
  const userId = newId();
  const draftedEntry = { id: await draft(world, userId), userId };
  const { id: refId } = draftedEntry;
  const { stages } = world.books;
  await Promise.all(Array.from({ length: 1 + random.below(2) }, () => untilSubmitted(world, draftedEntry)));
  const submittedDocument = submit(newDocument(userId, { described: true }), stages);
  const tracker = createTracker({ ...submittedDocument, owner: "PENDING" });
  let isChanged = false;
  for (let steps = 3 + random.below(5); steps > 0; steps--) {
    const dice = isChanged ? 1 : random.next();
    if (dice < 0.08) {
      isChanged = await change(world, draftedEntry);
      tracker.observe({ command: { type: "changeDraft" }, result: isChanged ? "done" : "refused" });
    } else if (dice < 0.25) {
      tracker.observe({ command: { type: "postAgain" }, result: await postAgain(world, draftedEntry) });
    } else if (dice < 0.5 && (await isRejected(world, refId))) {
      await change(world, draftedEntry);
      await untilSubmitted(world, draftedEntry);
      tracker.observe({ command: { type: "resubmit" }, result: "done" });
    } else {
      await decideSomething(world, random, { refId, tracker });
    }
  }
  return { refId, states: tracker.states, entry: { isChanged } };
}

/** Drafts an entry, with the same idempotency key until it is answered. @returns its id */
async function draft(world: World, userId: string): Promise<string> {
  const [debit, credit] = world.books.accounts;
  const key = newId();
  const { companyId } = world;
  const transactions = [
    { accountId: debit, debit: AMOUNT, credit: 0 },
    { accountId: credit, debit: 0, credit: AMOUNT },
  ];
  const args = { description: `Entry ${key}`, companyId, createdBy: userId, transactions };
  const meta = { idempotencyKey: key };
  return untilAnswered(world, "a draft", async () => {
    const text = await callTool(world, { userId, name: "create_journal_entry", args, meta });
    return /^ID: ([0-9a-f]{24})$/mu.exec(text ?? "")?.[1] ?? { text };
  });
}

const post = (world: World, { id, userId }: Drafted): Promise<string | undefined> =>
  callTool(world, { userId, name: "post_journal_entry", args: { id, companyId: world.companyId } });

/** Posts until the answer says that the entry was submitted, or posted. */
async function untilSubmitted(world: World, entry: Drafted): Promise<string> {
  const { db } = world.store;
  return untilAnswered(world, `the submission of ${entry.id}`, async () => {
    const text = await post(world, entry);
    if (text !== undefined && /submitted for approval|is waiting for approval|posted/u.test(text))
      return text;
    // The replica that held the submission may be gone, and its claim would run out in half a minute.
    const open = { _id: toObjectId(entry.id), status: "SUBMITTING" };
    await untilDone(() =>
      db.collection("journal_approvals").updateOne(open, { $set: { claimedUntil: new Date(0) } }),
    );
    return { text };
  });
}

/** Asks for a posting that was asked for before. `refused`: it is decided. */
async function postAgain(world: World, entry: Drafted): Promise<Result> {
  const text = (await post(world, entry)) ?? "";
  if (text.includes("is waiting for approval")) return "done";
  return /was rejected|already posted/u.test(text) ? "refused" : "unknown";
}

/** Changes a draft as another program of the company might. @returns whether it was not posted yet */
async function change({ store }: World, { id }: Drafted): Promise<boolean> {
  const draftOf = { _id: toObjectId(id), status: "SAVED" };
  const changes = { $set: { description: `Changed ${newId()}` } };
  const { matchedCount } = await untilDone(() =>
    store.db.collection("journal_entries").updateOne(draftOf, changes),
  );
  return matchedCount === 1;
}

async function isRejected({ store }: World, id: string): Promise<boolean> {
  const rejectedApproval = { _id: toObjectId(id), status: "REJECTED" };
  return (await store.db.collection("journal_approvals").countDocuments(rejectedApproval)) === 1;
}

/** Repeats a call until it is answered as it should be. @throws TimedOut with the last answer otherwise */
async function untilAnswered(
  world: World,
  thing: string,
  call: () => Promise<string | { text: string | undefined }>,
): Promise<string> {
  const until = performance.now() + RETRIES_FOR_MS;
  for (;;) {
    const answer = await call();
    if (typeof answer === "string") return answer;
    if (performance.now() > until) throw new TimedOut(`no end of ${thing}: ${answer.text ?? "no answer"}`);
    await delay(RETRY_MS);
    await world.healWorld();
  }
}
