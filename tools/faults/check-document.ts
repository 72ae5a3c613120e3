import { STREAMS } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { type DocumentState, settled, tasksOf } from "./model.ts";
import { Divergence } from "./tracker.ts";
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
const SETTLE_TIMEOUT_MS = 45_000;

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
  const found = await inbox.find({ _id: { $in: ids } }).toArray();
  const byLabel = Map.groupBy(found, ({ _id }) => labelOf(_id));
  return new Set([...byLabel].filter(([, records]) => records.length === 1).map(([label]) => label));
}

/**
 * Waits until everything about the documents has arrived: rows at the broker and its listeners, commands at the
 * engine, outcomes at their owner.
 *
 * @throws Divergence when that does not happen
 */
export async function waitUntilSettled(
  world: World,
  refIds: readonly string[],
  commandIds: readonly string[],
): Promise<void> {
  let missing = "";
  const commands = commandIds.map((messageId) => ({ consumer: ENGINE, messageId }));
  const isSettled = async (): Promise<boolean> => {
    const rows = await outboxOf(world, refIds);
    const deliveries = rows.flatMap(({ _id: messageId, subject }) => {
      const consumer = consumerOf(subject);
      return consumer === undefined ? [] : [{ consumer, messageId }];
    });
    const handled = await handledOf(world, [...deliveries, ...commands]);
    for (const { _id, pending, subject } of rows) {
      const consumer = consumerOf(subject);
      missing = `${subject} ${_id} at the broker`;
      if (pending) return false;
      missing = `${subject} ${_id} at ${consumer ?? "whoever listens"}`;
      // An approved entry that cannot be posted is a dead letter.
      const isBuried = consumer === FINANCE && world.buried.has(_id);
      if (consumer !== undefined && !isBuried && !handled.has(labelOf({ consumer, messageId: _id })))
        return false;
      if (consumer !== ENGINE && !world.heard.has(_id)) return false;
    }
    for (const command of commands) {
      missing = `command ${command.messageId} at ${ENGINE}`;
      if (!handled.has(labelOf(command))) return false;
    }
    return true;
  };
  try {
    await waitFor(isSettled, { timeoutMs: SETTLE_TIMEOUT_MS, intervalMs: 50 });
  } catch (error) {
    const { outcomes, commands } = STREAMS;
    const consumers = await Promise.all([
      whereIs(world, outcomes.name, "hr-outcomes"),
      whereIs(world, commands.name, "approval-engine-commands"),
      lastDeadLetter(world),
    ]);
    throw new Divergence(`never arrived: ${missing}; ${consumers.join("; ")}`, { cause: error });
  }
}

/** The position of a durable consumer at the broker. */
async function whereIs({ bus }: World, stream: string, durable: string): Promise<string> {
  const info = await bus.request(`$JS.API.CONSUMER.INFO.${stream}.${durable}`, {});
  const { num_pending, num_ack_pending, ack_floor } = info as Record<string, unknown>;
  return `${durable} ${JSON.stringify({ num_pending, num_ack_pending, ack_floor })}`;
}

/** No message of a history may become a dead letter. */
async function lastDeadLetter({ bus }: World): Promise<string> {
  const request = { last_by_subj: "deadletter.>" };
  const answer = await bus.request(`$JS.API.STREAM.MSG.GET.${STREAMS.deadLetters.name}`, request);
  const { message } = answer as { message?: { hdrs?: string } };
  const headers = Buffer.from(message?.hdrs ?? "", "base64").toString();
  return `last dead letter: ${/^Dead-Letter-Reason: (.*)$/mu.exec(headers)?.[1] ?? "none"}`;
}

/** The document's state in the store and at the broker, in the model's terms. */
async function observe({ store, heard }: World, refId: string) {
  const { db } = store;
  const ofDocument = { refId: toObjectId(refId) };
  const [tasks, events, notifications, rows, leave, approval, revisions] = await Promise.all([
    db.collection("workflow_tasks").find(ofDocument).toArray(),
    db.collection("workflow_events").find(ofDocument).sort({ createdAt: 1, _id: 1 }).toArray(),
    db.collection("workflow_notifications").find(ofDocument).toArray(),
    db.collection<OutboxRow>("outbox").find({ key: refId }).sort({ position: 1 }).toArray(),
    db.collection("leaves").findOne({ _id: toObjectId(refId) }),
    db.collection("journal_approvals").findOne({ _id: toObjectId(refId) }),
    db.collection("workflow_documents").countDocuments(ofDocument),
  ]);
  const ofEntry = approval?.["status"] as string | undefined;
  const nameOf = new Map(events.map(({ _id, event }) => [String(_id), String(event)]));
  const published = (pattern: RegExp) => rows.flatMap(({ subject }) => pattern.exec(subject)?.[1] ?? []);
  return {
    tasks: tasks.map(({ stageName, status }) => `${stageName} ${status}`).toSorted(),
    wronglyArchived: tasks.filter(
      ({ status, archived }) => archived !== (status === "REJECTED" || status === "ARCHIEVED"),
    ).length,
    events: events.map(
      ({ event, targetIds }) => `${event} ${(targetIds as unknown[]).map(String).toSorted().join(",")}`,
    ),
    notifications: notifications
      .map(({ eventId, userId }) => `${nameOf.get(String(eventId))} ${userId}`)
      .toSorted(),
    notificationMessages: published(/^approval\.notification\.[^.]+\.(.+)$/u).toSorted(),
    outcomes: published(/^approval\.outcome\..+\.(completed|rejected|recalled)$/u),
    answers: published(/^approval\.request\..+\.(accepted|refused)$/u),
    revisions,
    owner: (leave?.["status"] as string | undefined) ?? (ofEntry && (OWNER_STATUS[ofEntry] ?? ofEntry)),
    outOfOrder: outOfOrder(rows, heard),
  };
}

/** Messages of one stream that first arrived after a newer one. */
function outOfOrder(rows: readonly OutboxRow[], heard: World["heard"]): string[] {
  const place = new Map([...heard.keys()].map((id, index) => [id, index]));
  return ["approval.notification.", "approval.outcome.", "approval.request."].flatMap((stream) => {
    const ofStream = rows.filter(({ subject }) => subject.startsWith(stream));
    return ofStream
      .filter(({ _id, position }) =>
        ofStream.some(
          (other) => other.position > position && (place.get(other._id) ?? 0) < (place.get(_id) ?? 0),
        ),
      )
      .map(({ _id, subject }) => `${subject} ${_id}`);
  });
}

/** The same of a state of the model. */
function expected(state: DocumentState) {
  const notified = state.events.flatMap((entry) => {
    const [event = "", targets = ""] = entry.split(" ");
    return targets.split(",").map((userId) => ({ event, userId }));
  });
  return {
    tasks: [...state.earlier, ...tasksOf(state)].toSorted(),
    wronglyArchived: 0,
    events: state.events,
    notifications: notified.map(({ event, userId }) => `${event} ${userId}`).toSorted(),
    notificationMessages: notified.map(({ userId }) => userId).toSorted(),
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
 * @param ordered whether messages must have arrived in order: not after a lost stream
 * @throws Divergence
 */
export async function checkDocument(
  world: World,
  { refId, states }: CheckedDocument,
  ordered: boolean,
): Promise<void> {
  const observed = await observe(world, refId);
  const seen = JSON.stringify(ordered ? observed : { ...observed, outOfOrder: [] });
  const allowed = settled(states).map((state) => JSON.stringify(expected(state)));
  if (!allowed.includes(seen)) {
    throw new Divergence(`document ${refId} is\n${seen}\nwhich is none of\n${allowed.join("\n")}`);
  }
}
