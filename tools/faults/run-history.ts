import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Amendment, STREAMS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { checkBooks } from "./books.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { checkDocument, type CheckedDocument, waitUntilSettled } from "./check-document.ts";
import {
  amendDocument,
  cancelLeave,
  type CommandLog,
  createCommandLog,
  createLeave,
  recallThrough,
  setOnAmend,
  submitLeave,
} from "./clients.ts";
import { CRASH_POINTS } from "./crash-points.ts";
import { decideSomething } from "./decide-something.ts";
import { apply, AMEND_POLICIES, type AmendPolicy, newDocument, type Stage, submit } from "./model.ts";
import { createRandom, type Random } from "./random.ts";
import { runBulk } from "./run-bulk.ts";
import { runPosting } from "./run-posting.ts";
import { createTracker, type Tracker, TimedOut } from "./tracker.ts";
import { untilDone, untilInserted } from "./until-done.ts";
import { type Replica, REPLICAS, type World } from "./world.ts";

const DOCUMENTS_OF_A_KIND = 3;
const ENTRIES = 2;
const ENGINES = ["engine-1", "engine-2"] as const;
/** The engines subscribe again some time after the broker is back. */
const AMEND_FOR_MS = 60_000;
const AMEND_PAUSE_MS = 100;
const LOOKS_AT_OPEN_LEAVE = 600;
/** A recall that takes longer to arrive at the owner meets the next command. */
const LOOKS_AT_DRAFT = 80;
const LOOK_PAUSE_MS = 50;
/** Longer than the largest delay of a repetition. */
const REPETITIONS_MS = 350;

/** A fault of the world in a history. */
type Fault = (world: World, random: Random, commands: CommandLog, since: Date) => Promise<string>;

const crash: Fault = async (world, random) => {
  const [replica, point] = [random.pick(REPLICAS), random.pick(CRASH_POINTS)];
  const passes = 1 + random.below(4);
  world.crash(replica, { point, passes });
  return `${replica} dies ${point}, pass ${passes}`;
};
const killOf = async (world: World, victim: Replica | "store" | "receiver"): Promise<string> => {
  await world.kill(victim);
  return `${victim} is killed`;
};
const kill: Fault = (world, random) =>
  killOf(world, random.pick([...REPLICAS, "store", "receiver"] as const));
const killStore: Fault = (world) => killOf(world, "store");
const restartBroker: Fault = async (world) => {
  await world.restartBroker();
  return "the broker is restarted";
};
const loseStream: Fault = async (world, random, commands, since) => {
  const { outcomes, commands: ofCommands, notifications } = STREAMS;
  const name = random.pick([outcomes.name, ofCommands.name, notifications.name] as const);
  await commands.recover(() => world.loseStream(name, since));
  return `the stream ${name} is lost`;
};
/** Picks crashes most often. */
const FAULTS: readonly [Fault, ...Fault[]] = [crash, crash, crash, kill, kill, restartBroker, loseStream];

/**
 * Runs one history: clients with documents of their own, faults, and after healing the comparison with the model.
 *
 * @param doneSteps collects the faults that happened
 * @param options.storeKill - kills the store too, besides the faults of the seed
 * @param options.bulk - documents that one person decides together
 * @throws Divergence, TimedOut
 */
export async function runHistory(
  world: World,
  seed: number,
  doneSteps: string[],
  { storeKill = false, bulk: together }: { storeKill?: boolean; bulk?: number | undefined } = {},
): Promise<void> {
  const random = createRandom(seed);
  const since = new Date();
  const commands = createCommandLog(world, createRandom(seed + 1));
  const onAmend = random.pick(AMEND_POLICIES);
  await setOnAmend(world, onAmend);
  const clients = Array.from({ length: DOCUMENTS_OF_A_KIND }, (_, index) => [
    runLeave(world, createRandom(seed * 31 + index)),
    runDurable(world, createRandom(seed * 37 + index), { commands, onAmend }),
  ]).flat();
  const agents = Array.from({ length: ENTRIES }, (_, index) =>
    runPosting(world, createRandom(seed * 41 + index)),
  );
  const bulk = runBulk(world, createRandom(seed * 43), commands, together);
  const inject = async (choose: () => Fault) => {
    await delay(random.below(250));
    doneSteps.push(await choose()(world, random, commands, since));
  };
  const faults = async () => {
    if (storeKill) await inject(() => killStore);
    for (let count = random.below(3); count > 0; count--) await inject(() => random.pick(FAULTS));
  };
  const [documents, decidedTogether] = await Promise.all([
    Promise.all([...clients, ...agents]),
    bulk,
    faults(),
  ]);
  await world.healWorld();
  const knownDocuments = [...documents, ...decidedTogether].filter((document) => document !== undefined);
  const refIds = knownDocuments.map(({ refId }) => refId);
  await waitUntilSettled(world, refIds, commands.ids);
  await delay(REPETITIONS_MS);
  await waitUntilSettled(world, refIds, commands.ids);
  world.disarm();
  await checkWebhooks(world, refIds);
  const entries = knownDocuments.filter(({ entry }) => entry !== undefined);
  const changedIds = new Set(entries.filter(({ entry }) => entry?.isChanged).map(({ refId }) => refId));
  await checkBooks(
    world,
    entries.map(({ refId }) => refId),
    changedIds,
  );
  const isOrdered = !doneSteps.some((fault) => fault.startsWith("the stream"));
  for (const document of knownDocuments) await checkDocument(world, document, isOrdered);
}

/** A leave at the HR service, three stages of one approver each. */
async function runLeave(world: World, random: Random): Promise<CheckedDocument | undefined> {
  const { userId, employeeId, stages } = await hire(world);
  const refId = await createLeave(world, { userId, employeeId });
  if (refId === undefined) return unknownLeave(world, { userId, employeeId, stages });
  const tracker = createTracker({
    ...submit(newDocument(userId, { described: true }), stages),
    owner: "PENDING",
  });
  for (let steps = 2 + random.below(5); steps > 0; steps--) {
    if (random.chance(0.12)) {
      const result = await cancelLeave(world, userId, refId);
      tracker.observe({ command: { type: "cancelAtOwner" }, result });
    } else if (random.chance(0.2)) {
      await recallAndSubmit(world, random, { userId, refId, tracker });
    } else {
      await decideSomething(world, random, { refId, tracker });
    }
  }
  return { refId, states: tracker.states };
}

/** Recalls a leave, mostly waits until it is a draft, and submits it again. */
async function recallAndSubmit(
  world: World,
  random: Random,
  { userId, refId, tracker }: { userId: string; refId: string; tracker: Tracker },
): Promise<void> {
  const recall = { userId: newId(), refId, idempotencyKey: randomUUID() };
  const recallResult = await recallThrough(world, random.pick(ENGINES), recall);
  tracker.observe({ command: { type: "recall" }, result: recallResult });
  if (random.chance(0.8)) {
    const leaves = world.store.db.collection("leaves");
    const draft = { _id: toObjectId(refId), status: "DRAFT" };
    // Whether it is one or not, the next command says.
    const isDraft = async () => (await leaves.countDocuments(draft)) === 1;
    for (let look = 0; look < LOOKS_AT_DRAFT && !(await untilDone(isDraft)); look++)
      await delay(LOOK_PAUSE_MS);
  }
  const result = await submitLeave(world, userId, refId);
  // Nothing else happens to the leave while its submission is open.
  if (result === "unknown") await untilSubmitted(world, refId);
  tracker.observe({ command: { type: "submitDraft" }, result });
}

/** Waits for the end of a submission that was not answered. */
async function untilSubmitted(world: World, refId: string): Promise<void> {
  await world.healWorld();
  const open = { _id: toObjectId(refId), resubmission: { $exists: true } };
  const leaves = world.store.db.collection("leaves");
  const isOpen = async () => {
    // Its replica is gone, and its lease would run out in half a minute.
    const { matchedCount } = await leaves.updateOne(open, { $set: { claimedUntil: new Date(0) } });
    return matchedCount > 0;
  };
  await untilClosed(world, isOpen, `the submission of ${refId}`);
}

/** Looks until nothing is open. Looks, not seconds: what is killed meanwhile takes long to start on a busy machine. */
async function untilClosed(world: World, isOpen: () => Promise<boolean>, thing: string): Promise<void> {
  for (let look = 0; await untilDone(isOpen); look++) {
    if (look === LOOKS_AT_OPEN_LEAVE) throw new TimedOut(`${thing} stays open`);
    await delay(LOOK_PAUSE_MS);
    await world.healWorld();
  }
}

/** A leave whose creation was not answered: it exists and waits, or it was never created. */
async function unknownLeave(
  world: World,
  { userId, employeeId, stages }: { userId: string; employeeId: string; stages: readonly Stage[] },
): Promise<CheckedDocument | undefined> {
  await world.healWorld();
  const leaves = world.store.db.collection("leaves");
  const ofEmployee = { employeeId: toObjectId(employeeId) };
  // Its replica is gone, and its lease would run out in half a minute.
  const open = { ...ofEmployee, status: { $in: ["SUBMITTING", "WITHDRAWING"] } };
  let refId: string | undefined;
  const isOpen = async () => {
    await leaves.updateMany(open, { $unset: { claimedUntil: true } });
    const leave = await leaves.findOne(ofEmployee);
    refId ??= leave?._id.toHexString();
    return leave !== null && ["SUBMITTING", "WITHDRAWING"].includes(leave["status"]);
  };
  await untilClosed(world, isOpen, `the leave of ${employeeId}`);
  const submittedDocument = submit(newDocument(userId, { described: true }), stages);
  const withdrawnDocument = apply(submittedDocument, { type: "cancel" }).state;
  const isThere = (await leaves.countDocuments(ofEmployee)) > 0;
  if (refId === undefined) return undefined;
  return {
    refId,
    states: isThere ? [{ ...submittedDocument, owner: "PENDING" }] : [withdrawnDocument, newDocument(userId)],
  };
}

/**
 * A document of a service that sends messages, of a built-in kind or of an added one: durable submits and cancels, dynamic
 * stages, amendments by request.
 */
async function runDurable(
  world: World,
  random: Random,
  { commands, onAmend }: { commands: CommandLog; onAmend: AmendPolicy },
): Promise<CheckedDocument> {
  const [refId, submitterId] = [newId(), newId()];
  const kind = random.pick(["Claim", "Contract"]);
  const tracker = createTracker(newDocument(submitterId, { onAmend }));
  const { companyId } = world;
  let runs = 0;
  const submitAgain = async () => {
    const stages = randomStages(random, ++runs);
    const dynamicStages = stages.map((stage, index) => ({
      name: stage.name,
      order: index + 1,
      approveBy: stage.approveBy,
      approverIds: [...stage.approvers],
    }));
    tracker.observe({ command: { type: "submit", stages }, result: "done" });
    const submission = { companyId, refId, kind, submitterId, dynamicStages };
    await commands.send("submitCommand", submission);
  };
  await submitAgain();
  for (let steps = 2 + random.below(6); steps > 0; steps--) {
    const dice = random.next();
    if (dice < 0.1) {
      tracker.observe({ command: { type: "cancel" }, result: "done" });
      await commands.send("cancelCommand", { companyId, actorId: submitterId, refId });
    } else if (dice < 0.2) {
      await submitAgain();
    } else if (dice < 0.35) {
      const amendedDocument = { companyId, actorId: submitterId, refId };
      if (
        !(await amend(world, tracker, {
          ...amendedDocument,
          document: { title: `Title ${random.below(2)}` },
        }))
      )
        break;
    } else {
      await decideSomething(world, random, { refId, tracker });
    }
  }
  return { refId, states: tracker.states };
}

/** Amends a document until it is answered. @returns whether every attempt was, so that none is still on its way */
async function amend(
  world: World,
  tracker: Tracker,
  amendment: Amendment & { document: { title: string } },
): Promise<boolean> {
  const command = { type: "amend", title: amendment.document.title } as const;
  const until = performance.now() + AMEND_FOR_MS;
  let isSure = true;
  while (performance.now() < until) {
    const result = await amendDocument(world, amendment);
    if (result !== "unreached") tracker.observe({ command, result });
    if (result === "done" || result === "refused") return isSure;
    isSure &&= result === "unreached";
    await delay(AMEND_PAUSE_MS);
    await world.healWorld();
  }
  throw new TimedOut(`no end of the amendment of ${amendment.refId}`);
}

function randomStages(random: Random, run: number): Stage[] {
  return Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    name: `Run ${run} stage ${index + 1}`,
    approveBy: random.pick(["ANY", "ALL"]),
    approvers: Array.from({ length: 1 + random.below(2) }, () => newId()),
  }));
}

/** An employee with a manager, a head of department and somebody in HR. */
async function hire({ store, companyId }: World) {
  const [userId, manager, head, hr] = [newId(), newId(), newId(), newId()];
  const [employeeId, managerId, hrId, departmentId] = [newId(), newId(), newId(), newId()];
  const company = { companyId: toObjectId(companyId) };
  const person = (id: string, user: string) => ({
    _id: toObjectId(id),
    ...company,
    userId: toObjectId(user),
  });
  const department = { _id: toObjectId(departmentId), ...company, name: "Any", hodId: toObjectId(head) };
  await untilInserted(() => store.db.collection("departments").insertOne(department));
  const employee = {
    ...person(employeeId, userId),
    departmentId: toObjectId(departmentId),
    reportingTo: toObjectId(managerId),
    hrId: toObjectId(hrId),
  };
  const people = [person(managerId, manager), person(hrId, hr), employee];
  for (const employeeRow of people)
    await untilInserted(() => store.db.collection("employees").insertOne(employeeRow));
  const stages: Stage[] = [
    { name: "MANAGER", approveBy: "ANY", approvers: [manager] },
    { name: "HEAD_OF_DEPARTMENT", approveBy: "ANY", approvers: [head] },
    { name: "HR", approveBy: "ANY", approvers: [hr] },
  ];
  return { userId, employeeId, stages };
}
