import { randomUUID } from "node:crypto";
import { newId } from "@countersign/mongo";
import type { CheckedDocument } from "./check-document.ts";
import { type BulkItem, type CommandLog, decideManyThrough, recallThrough } from "./clients.ts";
import { findTask } from "./decide-something.ts";
import { type Command, newDocument, type Stage } from "./model.ts";
import type { Random } from "./random.ts";
import { type Answered, createTracker, Divergence, type Tracker, TimedOut } from "./tracker.ts";
import type { World } from "./world.ts";

const DOCUMENTS = 4;
/** The largest batch: an engine dies in the middle of each. */
const MOST = 100;
/** Batches are sent until each of their items is answered. */
const ATTEMPTS = 20;
const ENGINES = ["engine-1", "engine-2"] as const;
/** Where an engine may die in the middle of a batch. */
const MIDDLE = ["before-update", "after-update", "inside-projection", "before-clear"] as const;
const STAGES = ["Bulk one", "Bulk two"] as const;

interface Waiting {
  refId: string;
  tracker: Tracker;
}

/**
 * Documents that one person decides in batches, each under a key of its own: a batch is sent until it is answered, often
 * again after that, and often to both engines at once, and an engine often dies in its middle. Some of the documents are
 * recalled meanwhile.
 */
export async function runBulk(
  world: World,
  random: Random,
  commands: CommandLog,
  documents = DOCUMENTS,
): Promise<CheckedDocument[]> {
  const userId = newId();
  const waitingDocuments = await Promise.all(
    Array.from({ length: documents }, async () => submitFor(world, userId, commands)),
  );
  for (const stage of STAGES) {
    const items: (BulkItem & { of: Waiting })[] = [];
    for (const of of waitingDocuments) {
      const taskId = await findTask(world, of.refId, { stage, nth: 0 });
      const status = random.chance(0.8) ? "APPROVED" : "REJECTED";
      if (taskId !== undefined) items.push({ of, taskId, status });
    }
    if (items.length === 0) continue;
    const recalledDocument = random.chance(0.5) ? items[random.below(items.length)]?.of : undefined;
    const [results, recall] = await Promise.all([
      decideUntilAnswered(world, random, { userId, items }),
      recalledDocument && recallUntilAnswered(world, random, recalledDocument.refId),
    ]);
    for (const [at, { of, status }] of items.entries()) {
      const command: Command = { type: "decide", verdict: status, user: userId, stage, nth: 0 };
      const verdict = { command, result: results[at] === "FAILED" ? "refused" : "done" } as const;
      of.tracker.observe(verdict, ...(of === recalledDocument && recall ? [recall] : []));
    }
  }
  return waitingDocuments.map(({ refId, tracker }) => ({ refId, states: tracker.states }));
}

/** Submits a document of two stages that the person decides. */
async function submitFor({ companyId }: World, userId: string, commands: CommandLog): Promise<Waiting> {
  const [refId, submitterId] = [newId(), newId()];
  const tracker = createTracker(newDocument(submitterId));
  const stages: Stage[] = STAGES.map((name) => ({ name, approveBy: "ANY", approvers: [userId] }));
  tracker.observe({ command: { type: "submit", stages }, result: "done" });
  const dynamicStages = stages.map(({ name, approveBy }, index) => ({
    name,
    order: index + 1,
    approveBy,
    approverIds: [userId],
  }));
  await commands.send("submitCommand", { companyId, refId, kind: "Claim", submitterId, dynamicStages });
  return { refId, tracker };
}

/** Recalls a document under a key until it is answered, while a batch decides it. */
async function recallUntilAnswered(world: World, random: Random, refId: string): Promise<Answered> {
  const recall = { userId: newId(), refId, idempotencyKey: randomUUID() };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const result = await recallThrough(world, random.pick(ENGINES), recall);
    if (result !== "unknown") return { command: { type: "recall" }, result };
    await world.healWorld();
  }
  throw new TimedOut(`a recall of ${refId} was never answered`);
}

/** @returns the last results of a batch; what an attempt has done must be done in every later one */
async function decideUntilAnswered(
  world: World,
  random: Random,
  { userId, items }: { userId: string; items: readonly BulkItem[] },
): Promise<string[]> {
  const batch = { userId, items, idempotencyKey: randomUUID() };
  if (items.length === MOST) {
    for (const engine of ENGINES) world.crash(engine, { point: random.pick(MIDDLE), passes: MOST / 2 });
  } else if (random.chance(0.5)) {
    world.crash(random.pick(ENGINES), { point: random.pick(MIDDLE), passes: 1 + random.below(6) });
  }
  let last: string[] | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const engines = random.chance(0.3) ? ENGINES : [random.pick(ENGINES)];
    const answers = await Promise.all(engines.map((engine) => decideManyThrough(world, engine, batch)));
    for (const answer of answers.filter((list) => list !== undefined)) {
      const lostPlace = last?.findIndex((result, at) => result !== "FAILED" && answer[at] === "FAILED") ?? -1;
      if (lostPlace >= 0)
        throw new Divergence(`a repeated batch refuses what it did: ${items[lostPlace]?.taskId}`);
      last = answer;
    }
    if (last !== undefined && random.chance(0.6)) return last;
    await world.healWorld();
  }
  if (last === undefined) throw new TimedOut("a batch was never answered");
  return last;
}
