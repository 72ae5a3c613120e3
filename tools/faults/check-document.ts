import { setTimeout as delay } from "node:timers/promises";
import { STREAMS } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";
import { type DocumentState, settledStates, tasksOf } from "./model.ts";
import { Divergence, TimedOut } from "./tracker.ts";
import { untilDone } from "./until-done.ts";
import type { World } from "./world.ts";

const ENGINE = "approval-commands";
const FINANCE = "finance-outcomes";
/** The consumers of messages, by the beginning of their subjects. */
const CONSUMERS = [
  ["approval.command.", ENGINE],
  ["approval.outcome.hr.", "hr-outcomes"],
  ["approval.outcome.finance.", FINANCE],
] as const;
/** The owner's status of an entry, in the model's terms. */
const OWNER_STATUS: Readonly<Record<string, string>> = { WAITING: "PENDING", POSTED: "APPROVED" };
/** Time in which not one more of the missing messages arrives. */
const STANDSTILL_MS = 45_000;
const LOOK_PAUSE_MS = 50;

/** A document of a history when its client has finished. */
export interface CheckedDocument {
  refId: string;
  states: readonly DocumentState[];
  /** Of a journal entry. */
  entry?: {
    /** It was changed after it was submitted. */
    isChanged: boolean;
  };
}

interface OutboxRow {
  _id: string;
  key: string;
  subject: string;
  position: number;
  pending?: true;
}

async function outboxOf({ store }: World, refIds: readonly string[]): Promise<OutboxRow[]> {
  return store.db
    .collection<OutboxRow>("outbox")
    .find({ key: { $in: refIds } })
    .toArray();
}

interface Delivery {
  consumer: string;
  messageId: string;
}

const consumerOf = (subject: string) => CONSUMERS.find(([beginning]) => subject.startsWith(beginning))?.[1];

const labelOf = ({ consumer, messageId }: Delivery) => `${consumer} ${messageId}`;

/** Those that were handled, each recorded once: read together, and by whole ids, which need no scan of the inbox. */
async function handledOf({ store, companyId }: World, deliveries: readonly Delivery[]): Promise<Set<string>> {
  const ids = deliveries.flatMap((delivery) => [delivery, { ...delivery, companyId }]);
  const inbox = store.db.collection<{ _id: Delivery }>("inbox");
  const foundRecords = await inbox.find({ _id: { $in: ids } }).toArray();
  const byLabel = Map.groupBy(foundRecords, ({ _id }) => labelOf(_id));
  return new Set([...byLabel].filter(([, records]) => records.length === 1).map(([label]) => label));
}

/**
 * Waits until everything about the documents has arrived: rows at the broker and its listeners, commands at the
 * engine, outcomes at their owner.
 *
 * @throws Divergence when messages are lost; TimedOut when none arrives for long while others still wait
 */
export async function waitUntilSettled(
  world: World,
  refIds: readonly string[],
  commandIds: readonly string[],
): Promise<void> {
  const commands = commandIds.map((messageId) => ({ consumer: ENGINE, messageId }));
  let fewest = Number.POSITIVE_INFINITY;
  let until = 0;
  for (;;) {
    const missingMessages = await untilDone(() => whatIsMissing(world, refIds, commands));
    if (missingMessages.length === 0) return;
    if (missingMessages.length < fewest) {
      fewest = missingMessages.length;
      until = performance.now() + STANDSTILL_MS;
    }
    if (performance.now() > until) throw await faultOf(world, missingMessages);
    await delay(LOOK_PAUSE_MS);
  }
}

/** Messages that have not arrived, each with where it is missing. */
async function whatIsMissing(
  world: World,
  refIds: readonly string[],
  commands: readonly Delivery[],
): Promise<string[]> {
  const rows = await outboxOf(world, refIds);
  const deliveries = rows.flatMap(({ _id: messageId, subject }) => {
    const consumer = consumerOf(subject);
    return consumer === undefined ? [] : [{ consumer, messageId }];
  });
  const handledLabels = await handledOf(world, [...deliveries, ...commands]);
  const isMissing = ({ _id, pending, subject }: OutboxRow): boolean => {
    if (pending) return true;
    const consumer = consumerOf(subject);
    // An approved entry that cannot be posted is a dead letter.
    const isBuried = consumer === FINANCE && world.buriedIds.has(_id);
    if (consumer !== undefined && !isBuried && !handledLabels.has(labelOf({ consumer, messageId: _id })))
      return true;
    return consumer !== ENGINE && !world.heardMessages.has(_id);
  };
  return [
    ...rows
      .filter(isMissing)
      .map(({ _id, pending, subject }) =>
        pending
          ? `${subject} ${_id} at the broker`
          : `${subject} ${_id} at ${consumerOf(subject) ?? "whoever listens"}`,
      ),
    ...commands
      .filter((command) => !handledLabels.has(labelOf(command)))
      .map(({ messageId }) => `command ${messageId} at ${ENGINE}`),
  ];
}

/** The fault of messages of which none arrives any more: they are lost, unless something still waits to be handled. */
async function faultOf(world: World, missingMessages: readonly string[]): Promise<Error> {
  const { outcomes, commands } = STREAMS;
  const positions = await Promise.all([
    positionOf(world, outcomes.name, "hr-outcomes"),
    positionOf(world, outcomes.name, FINANCE),
    positionOf(world, commands.name, "approval-engine-commands"),
  ]);
  const where = [...positions.map((position) => JSON.stringify(position)), await lastDeadLetter(world)].join(
    "; ",
  );
  return arrivalFault(missingMessages, positions, where);
}

/**
 * Names what has not arrived.
 *
 * @returns a Divergence where nothing waits any more, so that the messages are lost; else a TimedOut
 */
export function arrivalFault(
  missingMessages: readonly string[],
  positions: readonly ConsumerPosition[],
  where = "",
): Divergence | TimedOut {
  const summary = `${missingMessages.length} did not arrive, such as ${missingMessages[0]}`;
  const isWaiting =
    missingMessages.some((message) => message.endsWith("at the broker")) ||
    positions.some(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending > 0);
  return isWaiting
    ? new TimedOut(`${summary}, while others wait to be handled; ${where}`)
    : new Divergence(`never arrived: ${summary}; ${where}`);
}

/** Messages that a durable consumer has before it, as the broker says. */
export interface ConsumerPosition {
  durable: string;
  /** Not delivered yet. */
  num_pending: number;
  /** Delivered and not acknowledged. */
  num_ack_pending: number;
}

async function positionOf({ bus }: World, stream: string, durable: string): Promise<ConsumerPosition> {
  const info = await bus.request(`$JS.API.CONSUMER.INFO.${stream}.${durable}`, {});
  const { num_pending = 0, num_ack_pending = 0 } = info as Partial<ConsumerPosition>;
  return { durable, num_pending, num_ack_pending };
}

/** No message of a history may become a dead letter. */
async function lastDeadLetter({ bus }: World): Promise<string> {
  const request = { last_by_subj: "deadletter.>" };
  const answer = await bus.request(`$JS.API.STREAM.MSG.GET.${STREAMS.deadLetters.name}`, request);
  const { message } = answer as { message?: { hdrs?: string } };
  const headers = Buffer.from(message?.hdrs ?? "", "base64").toString();
  return `last dead letter: ${/^Dead-Letter-Reason: (.*)$/mu.exec(headers)?.[1] ?? "none"}`;
}

/** A task or a seat, as its row and its run have it. */
interface StoredRow {
  _id: ObjectId;
  status: string;
  archived: boolean;
  version: number;
  /** Of a task. */
  stageName?: string;
}

interface StoredRun {
  _id: ObjectId;
  version: number;
  tasks: (Omit<StoredRow, "version"> & { approvals: Omit<StoredRow, "version">[] })[];
}

/** The seats of a document's runs. */
async function approvalsOf({ db }: World["store"], refId: string): Promise<StoredRow[]> {
  const runs = await db
    .collection<StoredRun>("workflow_runs")
    .find({ refId: toObjectId(refId) }, { projection: { _id: 1 } })
    .toArray();
  return db
    .collection<StoredRow>("workflow_approvals")
    .find({ runId: { $in: runs.map(({ _id }) => _id) } })
    .toArray();
}

/** The rows that say something else than their runs, or that there are on one side only. */
function astrayAmong(
  runs: readonly StoredRun[],
  tasks: readonly StoredRow[],
  approvals: readonly StoredRow[],
): string[] {
  const showRow = ({ _id, status, archived }: Omit<StoredRow, "version">) =>
    `${String(_id)} ${status} ${archived}`;
  const ofRuns = runs.flatMap((run) => run.tasks.flatMap((task) => [task, ...task.approvals].map(showRow)));
  const ofRows = [...tasks, ...approvals].map(showRow);
  const latest = Math.max(0, ...runs.map(({ version }) => version));
  return [
    ...new Set(ofRuns).symmetricDifference(new Set(ofRows)),
    ...[...tasks, ...approvals]
      .filter(({ version }) => version > latest)
      .map(({ _id }) => `${String(_id)} is ahead`),
  ];
}

/** The document's state in the store and at the broker, in the model's terms. */
async function observe({ store, heardMessages }: World, refId: string) {
  const { db } = store;
  const ofDocument = { refId: toObjectId(refId) };
  const [runs, tasks, approvals, events, notifications, rows, leave, approval, revisions] = await Promise.all(
    [
      db.collection<StoredRun>("workflow_runs").find(ofDocument).toArray(),
      db.collection<StoredRow>("workflow_tasks").find(ofDocument).toArray(),
      approvalsOf(store, refId),
      db.collection("workflow_events").find(ofDocument).sort({ createdAt: 1, _id: 1 }).toArray(),
      db.collection("workflow_notifications").find(ofDocument).toArray(),
      db.collection<OutboxRow>("outbox").find({ key: refId }).sort({ position: 1 }).toArray(),
      db.collection("leaves").findOne({ _id: toObjectId(refId) }),
      db.collection("journal_approvals").findOne({ _id: toObjectId(refId) }),
      db.collection("workflow_documents").countDocuments(ofDocument),
    ],
  );
  const ofEntry = approval?.["status"] as string | undefined;
  const nameOf = new Map(events.map(({ _id, event }) => [String(_id), String(event)]));
  const publishedBy = (pattern: RegExp) => rows.flatMap(({ subject }) => pattern.exec(subject)?.[1] ?? []);
  return {
    tasks: tasks.map(({ stageName, status }) => `${stageName} ${status}`).toSorted(),
    astray: astrayAmong(runs, tasks, approvals),
    wronglyArchived: tasks.filter(
      ({ status, archived }) => archived !== (status === "REJECTED" || status === "ARCHIEVED"),
    ).length,
    events: events.map(
      ({ event, targetIds }) => `${event} ${(targetIds as unknown[]).map(String).toSorted().join(",")}`,
    ),
    notifications: notifications
      .map(({ eventId, userId }) => `${nameOf.get(String(eventId))} ${userId}`)
      .toSorted(),
    notificationMessages: publishedBy(/^approval\.notification\.[^.]+\.(.+)$/u).toSorted(),
    outcomes: publishedBy(/^approval\.outcome\..+\.(completed|rejected|recalled)$/u),
    answers: publishedBy(/^approval\.request\..+\.(accepted|refused)$/u),
    revisions,
    owner: (leave?.["status"] as string | undefined) ?? (ofEntry && (OWNER_STATUS[ofEntry] ?? ofEntry)),
    outOfOrder: listOutOfOrder(rows, heardMessages),
  };
}

/** Messages of one stream that first arrived after a newer one. */
function listOutOfOrder(rows: readonly OutboxRow[], heardMessages: World["heardMessages"]): string[] {
  const place = new Map([...heardMessages.keys()].map((id, index) => [id, index]));
  return ["approval.notification.", "approval.outcome.", "approval.request."].flatMap((stream) => {
    const ofStream = rows.filter(({ subject }) => subject.startsWith(stream));
    return ofStream
      .filter(({ _id, position }) =>
        ofStream.some(
          (otherRow) =>
            otherRow.position > position && (place.get(otherRow._id) ?? 0) < (place.get(_id) ?? 0),
        ),
      )
      .map(({ _id, subject }) => `${subject} ${_id}`);
  });
}

/** The same of a state of the model. */
function expected(state: DocumentState) {
  const notifications = state.events.flatMap((entry) => {
    const [event = "", targets = ""] = entry.split(" ");
    return targets.split(",").map((userId) => ({ event, userId }));
  });
  return {
    tasks: [...state.earlier, ...tasksOf(state)].toSorted(),
    astray: [],
    wronglyArchived: 0,
    events: state.events,
    notifications: notifications.map(({ event, userId }) => `${event} ${userId}`).toSorted(),
    notificationMessages: notifications.map(({ userId }) => userId).toSorted(),
    outcomes: state.outcomes,
    answers: state.answers,
    revisions: state.events.filter(
      (event) => event.startsWith("AMENDED ") || (state.described && event.startsWith("TASK_CREATED ")),
    ).length,
    owner: state.owner,
    outOfOrder: [],
  };
}

/**
 * Compares a settled document with the model.
 *
 * @param isOrdered whether messages must have arrived in order: not after a lost stream
 * @throws Divergence
 */
export async function checkDocument(
  world: World,
  { refId, states }: CheckedDocument,
  isOrdered: boolean,
): Promise<void> {
  const observation = await observe(world, refId);
  const seenState = JSON.stringify(isOrdered ? observation : { ...observation, outOfOrder: [] });
  const allowedStates = settledStates(states).map((state) => JSON.stringify(expected(state)));
  if (!allowedStates.includes(seenState)) {
    throw new Divergence(`document ${refId} is\n${seenState}\nwhich is none of\n${allowedStates.join("\n")}`);
  }
}
