import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { doubling } from "@countersign/concurrency";
import type { KindRegistry } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { type StatementFailures, insertMissing, replaceOlder } from "@countersign/mongo";
import { type OutboxSender, type PlacedEntry, createPlacedRows } from "@countersign/outbox";
import { text } from "@countersign/texts";
import { BSON, type Db, type Document } from "mongodb";

import { notificationEntry } from "../shared/notification-entry.ts";
import { ownerOf } from "../shared/owner-of.ts";
import type { PendingRecord, Projector, RunChange, WrittenRun } from "../shared/pending.ts";
import { type WorkflowNotification, toRecord } from "../shared/record-of.ts";
import { SERVICE_NAME } from "../shared/service-name.ts";
import type { Follow, Followers } from "../shared/transact.ts";
import { rowsOf } from "./rows.ts";
import type { RunRecord } from "./run-record.ts";
import type { WorkflowRun } from "./run.ts";
import { runsIn } from "./runs-repository.ts";
import { runOf } from "./stored-run.ts";
import { placeRuns } from "./viewers.ts";

/** Commands that write a run at a time, in this process. */
const PLACES = 256;
/** The largest batch: decisions, and bytes of what follows from them. */
const BATCH_DECISIONS = 64;
const BATCH_BYTES = 4_000_000;
/** How long a projection is attempted before its caller is answered. */
const ATTEMPTS_MS = 5_000;
const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 500;
/** How long a version stays known as projected after its clear: commands decide on what they read within that time. */
const REMEMBERED_MS = 5_000;

export interface ProjectorOptions {
  db: Db;
  kinds: KindRegistry;
  followers: Followers;
  relay?: OutboxSender["relay"];
  /** Called with what everybody sees from now on; must not throw. */
  committed: (notifications: readonly WorkflowNotification[], changes: readonly RunChange[]) => void;
  /** Called when a projection fails: it is tried again, now or by recovery. */
  failed?: ((error: unknown, run: Pick<WrittenRun, "_id" | "version">) => void) | undefined;
}

/** A projection that waits, or is in progress. */
interface Projection {
  record: RunRecord;
  writes: RunWrites;
  bytes: number;
  /** By `performance.now()`. */
  deadline: number;
  failures: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the projector of a process. It writes what follows from all decisions that wait, a batch at a time, in few unordered
 * commands side by side: events, notifications, audit and messages, which a second write leaves as they are; rows, where
 * none of a later version is there; and what features derived. Then the callers are answered, and `pending` is cleared.
 * A decision that fails holds no other up.
 */
export function createProjector({
  db,
  kinds,
  followers,
  relay,
  committed,
  failed = () => undefined,
}: ProjectorOptions): Projector {
  const addMessages = createPlacedRows(db, { service: SERVICE_NAME, relay });
  /** Work goes on outside of the request that began it. */
  const apart = AsyncLocalStorage.snapshot();
  let places = PLACES;
  let waitingProjections: Projection[] = [];
  let working: Promise<void> | undefined;
  /** Projections in progress, by run and version. */
  const inProgress = new Map<string, Promise<void>>();
  /** The versions of runs that are projected. Who read a run before its clear may ask for it after the clear. */
  const projectedVersions = new Map<string, number>();
  const clears = new Set<Promise<void>>();

  async function project(run: WrittenRun): Promise<void> {
    const record = run as RunRecord;
    if (record.pending === undefined) return;
    const name = nameOf(run);
    const writes = followOf(kinds, record);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const projection = promise.finally(() => inProgress.delete(name));
    inProgress.set(name, projection);
    waitingProjections.push({
      record,
      writes,
      bytes: BSON.calculateObjectSize(record.pending),
      deadline: performance.now() + ATTEMPTS_MS,
      failures: 0,
      resolve,
      reject,
    });
    begin();
    await projection;
  }

  function begin(): void {
    working ??= apart(async () => {
      while (waitingProjections.length > 0) await projectBatch(takeBatch());
      working = undefined;
    });
  }

  function takeBatch(): Projection[] {
    let bytes = 0;
    const fits = (projection: Projection, at: number): boolean => {
      bytes += projection.bytes;
      return at === 0 || (at < BATCH_DECISIONS && bytes <= BATCH_BYTES);
    };
    const end = waitingProjections.findIndex((projection, at) => !fits(projection, at));
    const batch = end === -1 ? waitingProjections : waitingProjections.slice(0, end);
    waitingProjections = end === -1 ? [] : waitingProjections.slice(end);
    return batch;
  }

  async function projectBatch(batch: readonly Projection[]): Promise<void> {
    const failures = await writeBatch(batch);
    const doneProjections = batch.filter((projection) => !failures.has(projection));
    for (const { record } of doneProjections) projectedVersions.set(String(record._id), record.version);
    committed(
      doneProjections.flatMap(({ record }) =>
        record.pending!.notifications.map((row): WorkflowNotification => toRecord(row)),
      ),
      doneProjections.flatMap(({ record }) => record.pending!.changed ?? []),
    );
    for (const { resolve } of doneProjections) resolve();
    if (doneProjections.length > 0) {
      const clearing = clear(doneProjections.map(({ record }) => record)).finally(() =>
        clears.delete(clearing),
      );
      clears.add(clearing);
    }
    for (const [projection, error] of failures) tryAgain(projection, error);
  }

  const insertInto = (name: string) => async (documents: Document[]) =>
    (await insertMissing(db.collection(name), documents)).failures;
  const replaceIn = (name: string) => async (rows: Document[]) => replaceOlder(db.collection(name), rows);

  /** @returns why projections failed */
  async function writeBatch(batch: readonly Projection[]): Promise<Map<Projection, unknown>> {
    const failures = new Map<Projection, unknown>();
    /** Writes the documents of all projections together. */
    async function together<D>(
      documentsOf: (writes: RunWrites) => readonly D[],
      write: (documents: D[]) => Promise<StatementFailures>,
    ): Promise<void> {
      const ownedDocuments = batch.flatMap((projection) =>
        documentsOf(projection.writes).map((document) => ({ projection, document })),
      );
      if (ownedDocuments.length === 0) return;
      try {
        for (const [at, error] of await write(ownedDocuments.map(({ document }) => document))) {
          failures.set(ownedDocuments[at]!.projection, error);
        }
      } catch (error) {
        for (const { projection } of ownedDocuments) failures.set(projection, error);
      }
    }
    await Promise.all([
      together(({ events }) => events, insertInto("workflow_events")),
      together(({ notifications }) => notifications, insertInto("workflow_notifications")),
      together(({ audit }) => audit, insertInto("audit_logs")),
      together(({ messages }) => messages, addMessages),
      together(({ tasks }) => tasks, replaceIn("workflow_tasks")),
      together(({ approvals }) => approvals, replaceIn("workflow_approvals")),
      ...batch.map(async (projection) => {
        try {
          await writeAlone(projection);
        } catch (error) {
          failures.set(projection, error);
        }
      }),
    ]);
    return failures;
  }

  /** Writes what is a decision's own: the places of other runs, and what features derived. */
  async function writeAlone({ record }: Projection): Promise<void> {
    await Promise.all([
      record.pending!.placesRuns && placeRuns(db, record),
      ...Object.entries(record.pending!.followings).map(([name, derivedRows]) =>
        followerOf(name).write({ db }, derivedRows),
      ),
    ]);
  }

  /** @throws where only another release has the feature: a process of that one finishes the run */
  function followerOf(name: string): Follow {
    const follower = followers[name];
    if (follower === undefined) throw new Error(`No feature "${name}" is here to write what it derived`);
    return follower;
  }

  const waitMs = doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  function tryAgain(projection: Projection, error: unknown): void {
    failed(error, projection.record);
    projection.failures += 1;
    if (performance.now() >= projection.deadline) {
      projection.reject(new DomainError("UNAVAILABLE", text("passing.outcomeUnknown"), { cause: error }));
      return;
    }
    setTimeout(() => {
      waitingProjections.push(projection);
      begin();
    }, waitMs(projection.failures));
  }

  /**
   * Clears what is projected. Of a run that was written again since, the next projection does so. One that has ended is due
   * once more when its last key is over.
   */
  async function clear(records: readonly RunRecord[]): Promise<void> {
    const updates = records.map(({ _id, companyId, version, endedAt, keys }) => {
      const clearedFields = { pending: true, failures: true } as const;
      const claimedUntil = endedAt && keys?.at(-1)?.until;
      const update = claimedUntil
        ? { $unset: clearedFields, $set: { claimedUntil } }
        : { $unset: { ...clearedFields, claimedUntil: true as const } };
      return { updateOne: { filter: { _id, companyId, version }, update } };
    });
    try {
      await runsIn({ db }).bulkWrite(updates, { ordered: false });
    } catch (error) {
      for (const record of records) failed(error, record);
    }
    setTimeout(() => {
      for (const { _id, version } of records) {
        if (projectedVersions.get(String(_id)) === version) projectedVersions.delete(String(_id));
      }
    }, REMEMBERED_MS).unref();
  }

  /** Projects what somebody else wrote: first what the document's run before has left, whose messages go first. */
  async function projectInOrder(run: WrittenRun): Promise<void> {
    const { companyId, refId, number } = run as RunRecord;
    const leftByRunBefore = { companyId, refId, number: number - 1, pending: { $exists: true } };
    const runBefore = number > 1 ? await runsIn({ db }).findOne(leftByRunBefore) : null;
    if (runBefore !== null) await settle(runBefore);
    await project(run);
  }

  async function settle(run: WrittenRun): Promise<boolean> {
    if (run.pending === undefined || (projectedVersions.get(String(run._id)) ?? 0) >= run.version)
      return false;
    await (inProgress.get(nameOf(run)) ?? projectInOrder(run));
    return true;
  }

  return {
    takePlace: () => {
      if (places === 0) throw new DomainError("TOO_MANY_REQUESTS", text("passing.noPlace"));
      places -= 1;
      let isTaken = true;
      return {
        release: () => {
          if (isTaken) places += 1;
          isTaken = false;
        },
      };
    },
    project,
    settle,
    finish: async (run) => !inProgress.has(nameOf(run)) && settle(run),
    close: async () => {
      while (inProgress.size + clears.size > 0) {
        await Promise.allSettled([...inProgress.values(), ...clears]);
        // A finished projection begins its clear in the same turn.
        await delay(0);
      }
    },
  };
}

const nameOf = ({ _id, version }: WrittenRun): string => `${String(_id)} ${version}`;

/** The documents that follow from a run: each is there once, whoever writes it and however often. */
interface RunWrites extends Pick<PendingRecord, "events" | "notifications" | "audit"> {
  tasks: Document[];
  approvals: Document[];
  messages: PlacedEntry[];
}

/** Finds what follows from a run's last write. It depends on the record alone, so that every process finds the same. */
export function followOf(kinds: KindRegistry, record: RunRecord): RunWrites {
  const { pending, version } = record;
  if (pending === undefined) throw new Error("Nothing follows from this record");
  const { rowIds, events, notifications, audit } = pending;
  const run = runOf(record);
  return {
    events,
    notifications,
    audit,
    ...rowsOf(run, rowIds, version),
    messages: messagesOf(kinds, run, pending),
  };
}

/** The messages in their order: those of notifications, and further ones. */
function messagesOf(
  kinds: KindRegistry,
  { origin: { document } }: WorkflowRun,
  { notifications, messages, position, at: createdAt, trace }: PendingRecord,
): PlacedEntry[] {
  const ofNotifications = notifications.map((storedNotification) => {
    const notification: WorkflowNotification = toRecord(storedNotification);
    return notificationEntry(ownerOf(kinds, notification.kind), notification, { document, trace });
  });
  return [...ofNotifications, ...messages].map((entry, at) =>
    Object.assign({}, entry, { position: position + 1 + at, createdAt }),
  );
}
