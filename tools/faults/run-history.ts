import { setTimeout as delay } from "node:timers/promises";
import { STREAMS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { checkDocument, type CheckedDocument, waitUntilSettled } from "./check-document.ts";
import { cancelLeave, type CommandLog, createCommandLog, createLeave, decideThrough } from "./clients.ts";
import { CRASH_POINTS } from "./crash-points.ts";
import { apply, type DocumentState, newDocument, reachable, type Stage, submit } from "./model.ts";
import { createRandom, type Random } from "./random.ts";
import { type Answered, createTracker, Divergence, type Tracker } from "./tracker.ts";
import { type Replica, REPLICAS, type World } from "./world.ts";

const DOCUMENTS_OF_A_KIND = 3;
const TASK_TIMEOUT_MS = 4_000;
/** Longer than the largest delay of a repetition. */
const REPETITIONS_MS = 350;
const ENGINES = ["engine-1", "engine-2"] as const;

/** A fault of the world in a history. */
type Fault = (world: World, random: Random, commands: CommandLog, since: Date) => Promise<string>;

const crash: Fault = async (world, random) => {
  const [replica, point] = [random.pick(REPLICAS), random.pick(CRASH_POINTS)];
  const passes = 1 + random.below(4);
  world.crash(replica, { point, passes });
  return `${replica} dies ${point}, pass ${passes}`;
};
const killOf = async (world: World, victim: Replica | "store"): Promise<string> => {
  await world.kill(victim);
  return `${victim} is killed`;
};
const kill: Fault = (world, random) => killOf(world, random.pick([...REPLICAS, "store"] as const));
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
 * @param done collects the faults that happened
 * @param options.storeKill - kills the store too, besides the faults of the seed
 * @throws Divergence
 */
export async function runHistory(
  world: World,
  seed: number,
  done: string[],
  { storeKill = false }: { storeKill?: boolean } = {},
): Promise<void> {
  const random = createRandom(seed);
  const since = new Date();
  const commands = createCommandLog(world, createRandom(seed + 1));
  const clients = Array.from({ length: DOCUMENTS_OF_A_KIND }, (_, index) => [
    runLeave(world, createRandom(seed * 31 + index)),
    runDurable(world, createRandom(seed * 37 + index), commands),
  ]).flat();
  const inject = async (choose: () => Fault) => {
    await delay(random.below(250));
    done.push(await choose()(world, random, commands, since));
  };
  const faults = async () => {
    if (storeKill) await inject(() => killStore);
    for (let count = random.below(3); count > 0; count--) await inject(() => random.pick(FAULTS));
  };
  const [documents] = await Promise.all([Promise.all(clients), faults()]);
  await world.healed();
  const known = documents.filter((document) => document !== undefined);
  const refIds = known.map(({ refId }) => refId);
  await waitUntilSettled(world, refIds, commands.ids);
  await delay(REPETITIONS_MS);
  await waitUntilSettled(world, refIds, commands.ids);
  world.disarm();
  const ordered = !done.some((fault) => fault.startsWith("the stream"));
  for (const document of known) await checkDocument(world, document, ordered);
}

/** A leave at the HR service, three stages of one approver each. */
async function runLeave(world: World, random: Random): Promise<CheckedDocument | undefined> {
  const { userId, employeeId, stages } = await hire(world);
  const refId = await createLeave(world, { userId, employeeId });
  if (refId === undefined) return unknownLeave(world, { userId, employeeId, stages });
  const tracker = createTracker({ ...submit(newDocument(userId), stages), owner: "PENDING" });
  for (let steps = 2 + random.below(5); steps > 0; steps--) {
    if (random.chance(0.12)) {
      const result = await cancelLeave(world, userId, refId);
      tracker.observe({ command: { type: "cancelAtOwner" }, result });
    } else {
      await decideSomething(world, random, { refId, tracker });
    }
  }
  return { refId, states: tracker.states };
}

/** A leave whose creation was not answered: it exists and waits, or it was never created. */
async function unknownLeave(
  world: World,
  { userId, employeeId, stages }: { userId: string; employeeId: string; stages: readonly Stage[] },
): Promise<CheckedDocument | undefined> {
  await world.healed();
  const leaves = world.store.db.collection("leaves");
  const ofEmployee = { employeeId: toObjectId(employeeId) };
  // Its replica is gone, and its lease would run out in half a minute.
  const open = { ...ofEmployee, status: { $in: ["SUBMITTING", "WITHDRAWING"] } };
  let refId: string | undefined;
  await waitFor(
    async () => {
      await leaves.updateMany(open, { $unset: { claimedUntil: true } });
      const leave = await leaves.findOne(ofEmployee);
      refId ??= leave?._id.toHexString();
      return leave === null || !["SUBMITTING", "WITHDRAWING"].includes(leave["status"]);
    },
    { timeoutMs: 30_000, intervalMs: 50, what: "the end of an open submission" },
  ).catch((cause: unknown) => {
    throw new Divergence(`the leave of ${employeeId} stays open`, { cause });
  });
  const submitted = submit(newDocument(userId), stages);
  const withdrawn = apply(submitted, { type: "cancel" }).state;
  const isThere = (await leaves.countDocuments(ofEmployee)) > 0;
  if (refId === undefined) return undefined;
  return { refId, states: isThere ? [{ ...submitted, owner: "PENDING" }] : [withdrawn, newDocument(userId)] };
}

/** A document of a service that only sends messages: durable submits and cancels, dynamic stages. */
async function runDurable(world: World, random: Random, commands: CommandLog): Promise<CheckedDocument> {
  const [refId, submitterId] = [newId(), newId()];
  const tracker = createTracker(newDocument(submitterId));
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
    const submission = { companyId, refId, kind: "Claim" as const, submitterId, dynamicStages };
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
    } else {
      await decideSomething(world, random, { refId, tracker });
    }
  }
  return { refId, states: tracker.states };
}

function randomStages(random: Random, run: number): Stage[] {
  return Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    name: `Run ${run} stage ${index + 1}`,
    approveBy: random.pick(["ANY", "ALL"]),
    approvers: Array.from({ length: 1 + random.below(2) }, () => newId()),
  }));
}

/** One or two verdicts, mostly on waiting tasks, sometimes on others. */
async function decideSomething(
  world: World,
  random: Random,
  { refId, tracker }: { refId: string; tracker: Tracker },
): Promise<void> {
  const state = tracker.states.flatMap(reachable).findLast(({ tasks }) => tasks.length > 0);
  const target = state && taskToDecide(state, random);
  if (target === undefined) return;
  const { stage, nth, approvers } = target;
  const taskId = await findTask(world, refId, { stage, nth });
  if (taskId === undefined) return;
  const verdict = () => (random.chance(0.75) ? ("APPROVED" as const) : ("REJECTED" as const));
  const users = random.chance(0.1) ? [newId()] : random.chance(0.3) ? approvers : [random.pick(approvers)];
  const together = users.map((user) => ({ type: "decide" as const, verdict: verdict(), user, stage, nth }));
  const answered = await Promise.all(
    together.map(async (command): Promise<Answered> => {
      const { user: userId, verdict: status } = command;
      const result = await decideThrough(world, random.pick(ENGINES), { userId, taskId, status });
      return { command, result };
    }),
  );
  tracker.observe(...answered);
}

function taskToDecide({ stages, tasks }: DocumentState, random: Random) {
  const index = random.chance(0.1)
    ? random.below(tasks.length)
    : tasks.findIndex(({ status }) => status === "AWAITING_APPROVAL");
  const task = tasks[index];
  const stage = task && stages[task.stage];
  if (task === undefined || stage === undefined) return undefined;
  const nth = tasks.slice(0, index).filter((other) => other.stage === task.stage).length;
  const [first, ...others] = stage.approvers;
  return first === undefined ? undefined : { stage: stage.name, nth, approvers: [first, ...others] as const };
}

/** Id of the n-th task of a stage; waits for it, because durable submissions are asynchronous. */
async function findTask(
  { store }: World,
  refId: string,
  { stage, nth }: { stage: string; nth: number },
): Promise<string | undefined> {
  const ofStage = { refId: toObjectId(refId), stageName: stage };
  const tasks = store.db.collection("workflow_tasks");
  return waitFor(
    async () => (await tasks.find(ofStage).sort({ createdAt: 1, _id: 1 }).toArray())[nth]?._id.toHexString(),
    { timeoutMs: TASK_TIMEOUT_MS, intervalMs: 25 },
  ).catch(() => undefined);
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
  await untilDone(() => store.db.collection("departments").insertOne(department));
  const employee = {
    ...person(employeeId, userId),
    departmentId: toObjectId(departmentId),
    reportingTo: toObjectId(managerId),
    hrId: toObjectId(hrId),
  };
  const people = [person(managerId, manager), person(hrId, hr), employee];
  for (const one of people) await untilDone(() => store.db.collection("employees").insertOne(one));
  const stages: Stage[] = [
    { name: "MANAGER", approveBy: "ANY", approvers: [manager] },
    { name: "HEAD_OF_DEPARTMENT", approveBy: "ANY", approvers: [head] },
    { name: "HR", approveBy: "ANY", approvers: [hr] },
  ];
  return { userId, employeeId, stages };
}

const DUPLICATE_KEY = 11_000;

/** The test's own writes go on when the store is killed. */
async function untilDone(write: () => Promise<unknown>): Promise<void> {
  await waitFor(
    async () => {
      try {
        await write();
        return true;
      } catch (error) {
        return (error as { code?: number }).code === DUPLICATE_KEY;
      }
    },
    { timeoutMs: 30_000, what: "the store" },
  );
}
