import { newId, toObjectId } from "@countersign/mongo";

import { createRandom, type Random } from "../random.ts";
import { Divergence } from "../tracker.ts";
import { decideAsUser, looks, type ModelLadder, newTimedDocument, type TimedDocument } from "./time-model.ts";
import type { TimeMutant } from "../mutants.ts";
import { startTimeWorld, type TimeWorld } from "./time-world.ts";

export interface TimeHistories {
  /** Of an embedded store. */
  uri: string;
  histories: number;
  seed: number;
  mutant?: TimeMutant | undefined;
  report?: (line: string) => void;
}

export interface TimeResult {
  agreed: number;
  divergence?: { seed: number; message: string };
}

/**
 * Runs histories of time: a document with a ladder, two replicas that die while they fire, a clock that jumps, and verdicts at
 * the same moments. After each step the document is compared with the model.
 */
export async function runTimeHistories({
  uri,
  histories,
  seed: first,
  mutant,
  report = () => undefined,
}: TimeHistories): Promise<TimeResult> {
  const world = await startTimeWorld(uri, mutant);
  try {
    for (let seed = first; seed < first + histories; seed += 1) {
      const steps: string[] = [];
      try {
        await runHistory(world, createRandom(seed), steps);
      } catch (error) {
        if (!(error instanceof Divergence)) throw error;
        const message = `${error.message}\nafter ${steps.join("; ")}`;
        return { agreed: seed - first, divergence: { seed, message } };
      } finally {
        report(`${seed} ${steps.join("; ")}`);
      }
    }
    return { agreed: histories };
  } finally {
    await world.close();
  }
}

/** The next step's time: mostly minutes and hours, now and then an outage of 26 hours. */
const JUMPS = [0.05, 0.5, 1, 2, 3, 5, 26] as const;

async function runHistory(world: TimeWorld, random: Random, steps: string[]): Promise<void> {
  const document = await aDocument(world, random);
  const { refId, companyId, taskIds, people } = document;
  let states: readonly TimedDocument[] = [document.model];
  const check = async (next: readonly TimedDocument[]) => {
    const seenEvents = await eventsOf(world, refId);
    states = next.filter(({ events }) => JSON.stringify(events) === JSON.stringify(seenEvents));
    if (states.length > 0) return;
    const allowedEvents = next.map(({ events }) => JSON.stringify(events)).join("\n");
    throw new Divergence(`${refId} has\n${JSON.stringify(seenEvents)}\nwhich is none of\n${allowedEvents}`);
  };
  for (let count = 4 + random.below(8); count > 0; count -= 1) {
    world.advance(random.pick(JUMPS));
    const now = world.now();
    const isFaulty = random.chance(0.5);
    const verdict = random.chance(0.5) ? aVerdict(random, people) : undefined;
    steps.push(
      `${now.toFixed(2)} h${isFaulty ? ", replicas die" : ""}${verdict ? `, ${verdict.verdict}` : ""}`,
    );
    const givenVerdict = verdict && { ...verdict, now };
    const [result] = await Promise.all([
      givenVerdict && give(world, random, { companyId, taskIds, ...givenVerdict }),
      world.look(isFaulty ? random : undefined),
    ]);
    const afterLook = (from: readonly TimedDocument[]) => from.flatMap((state) => looks(state, now));
    const afterVerdict = (from: readonly TimedDocument[]) =>
      givenVerdict === undefined || result !== "done"
        ? []
        : from.flatMap((state) => decideAsUser(state, givenVerdict) ?? []);
    const before = afterLook(states);
    await check(result === "done" ? afterLook(afterVerdict(before)) : before);
  }
  // Claims of those who died end, and everything that is due happens.
  world.advance(0.05);
  await world.look();
  await check(states.flatMap((state) => looks(state, world.now()).slice(-1)));
}

interface History {
  refId: string;
  companyId: string;
  taskIds: readonly string[];
  people: TimedDocument["people"];
  model: TimedDocument;
}

async function aDocument(world: TimeWorld, random: Random): Promise<History> {
  const companyId = newId();
  const people = {
    submitter: newId(),
    approver: newId(),
    managers: [newId(), newId()],
    second: newId(),
  };
  await hire(world, companyId, [people.approver, ...people.managers]);
  const ladder: ModelLadder = {
    remind: [[], [1], [1, 2]][random.below(3)]!,
    levels: 1 + random.below(2),
    ...(random.chance(0.8) && { escalateAfter: 4 }),
    ...(random.chance(0.6) && { rejectAfter: 10 }),
  };
  const refId = newId();
  const escalate = ladder.escalateAfter && {
    after: { hours: ladder.escalateAfter },
    to: { manager: true },
    mode: "STAND_IN",
    levels: ladder.levels,
  };
  const end = ladder.rejectAfter && { atEnd: "REJECT", endAfter: { hours: ladder.rejectAfter } };
  const remind = ladder.remind.map((hours) => ({ hours }));
  const stages = [
    {
      name: "First",
      order: 1,
      approveBy: "ANY",
      approverIds: [people.approver],
      remind,
      ...(escalate && { escalate }),
      ...end,
    },
    { name: "Second", order: 2, approveBy: "ANY", approverIds: [people.second] },
  ];
  const { tasks } = await world.engines[0].submitDocument(
    { companyId, userId: people.submitter, privileged: false },
    { refId, kind: "Leave", submitterId: people.submitter, dynamicStages: stages } as Parameters<
      TimeWorld["engines"][0]["submitDocument"]
    >[1],
  );
  const model = newTimedDocument(ladder, people, world.now());
  return { refId, companyId, taskIds: tasks.map(({ _id }) => _id), people, model };
}

/** Employees, each of whom reports to the next one. */
async function hire({ store }: TimeWorld, companyId: string, userIds: readonly string[]): Promise<void> {
  const ids = userIds.map(() => toObjectId(newId()));
  const employees = userIds.map((userId, at) => ({
    _id: ids[at]!,
    companyId: toObjectId(companyId),
    userId: toObjectId(userId),
    ...(ids[at + 1] && { reportingTo: ids[at + 1] }),
  }));
  await store.db.collection("employees").insertMany(employees);
}

interface Given {
  user: string;
  verdict: "APPROVED" | "REJECTED";
}

/** The second stage mostly returns the document to the first one, whose ladder then begins anew. */
function aVerdict(random: Random, { approver, managers, second }: TimedDocument["people"]): Given {
  const user = random.pick([approver, approver, second, second, ...managers]);
  return { user, verdict: random.chance(user === second ? 0.7 : 0.25) ? "REJECTED" : "APPROVED" };
}

/** A verdict on the stage that waits, at one of the replicas. */
async function give(
  { engines, store }: TimeWorld,
  random: Random,
  { companyId, taskIds, user, verdict }: Given & Pick<History, "companyId" | "taskIds">,
): Promise<"done" | "refused"> {
  const active = { runId: { $exists: true }, status: "AWAITING_APPROVAL", archived: false };
  const first = await store.db.collection("workflow_tasks").findOne({ _id: toObjectId(taskIds[0]!) });
  const task = await store.db.collection("workflow_tasks").findOne({ ...active, runId: first!["runId"] });
  if (task === null) return "refused";
  const caller = { companyId, userId: user, privileged: false };
  try {
    await random
      .pick([...engines])
      .decideApproval(caller, { taskId: task._id.toHexString(), status: verdict });
    return "done";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "APPROVAL_NOT_ACTIONABLE" || code === "CONFLICT") return "refused";
    throw error;
  }
}

async function eventsOf({ store }: TimeWorld, refId: string): Promise<string[]> {
  const foundEvents = await store.db
    .collection("workflow_events")
    .find({ refId: toObjectId(refId) })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  return foundEvents.map(
    ({ event, targetIds }) => `${event} ${(targetIds as unknown[]).map(String).toSorted().join(",")}`,
  );
}
