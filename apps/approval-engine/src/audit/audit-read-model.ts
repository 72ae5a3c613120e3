import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { type Collection, type Db, type Filter, ObjectId } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { pageAdvised } from "../shared/narrowed.ts";
import { type Place, cursorOf } from "../shared/place.ts";
import { type Ordered, mergedPages, readOn } from "../shared/read-on.ts";
import { STREAM_BATCH } from "../shared/record-reader.ts";
import { type AuditDocuments, type AuditedDocument, createAuditDocuments } from "./audit-documents.ts";
import { type AuditFilter, auditLogPageInput } from "./inputs.ts";
import type { AuditLog, AuditLogRecord } from "./records.ts";
import type { Page } from "../shared/record-reader.ts";

/** A page of the trail, and where the next one begins. */
export interface AuditLogPage extends Page<AuditLog> {
  /** Whether more match than {@link total} says. */
  totalIsLowerBound(): Promise<boolean>;
  /** The place of the next page; null after the last. */
  next(): Promise<string | null>;
}

export interface AuditReadModel {
  /**
   * Changes made in the caller's company, newest first.
   *
   * @throws DomainError `FORBIDDEN` unless the caller is privileged or an auditor
   */
  page(caller: Caller, input: unknown): AuditLogPage;
  /** Whether no more match than so many. */
  fits(caller: Caller, input: unknown, most: number): Promise<boolean>;
  /** All changes that {@link page} matches, without its paging; for exports. */
  stream(caller: Caller, input: unknown): AsyncIterable<AuditLog>;
  /** Of each change the document that it is about; null for changes of something else. */
  documentsOf(companyId: string, logs: readonly AuditLog[]): Promise<(AuditedDocument | null)[]>;
}

/** How far pages that go on at a place count. */
const COUNTED_MAX = 10_000;

export function createAuditReadModel(db: Pick<Db, "collection">): AuditReadModel {
  const logs = db.collection<AuditLogRecord>("audit_logs");
  const documents = createAuditDocuments(db);

  return {
    page: (caller, input) => {
      const { paging, filter } = read(caller, input);
      const fenced = fencedBy(caller, filter);
      const page =
        isContinued(filter) && paging.skip === 0
          ? continuedPage({ logs, documents }, caller, filter, paging.take)
          : skippingPage(logs, fenced, paging);
      return pageAdvised(NARROWING, page);
    },
    fits: async (caller, input, most) => {
      const every = await everyOf(documents, caller, read(caller, input).filter);
      return (await logs.count(every, { limit: most + 1 })) <= most;
    },
    stream: async function* (caller, input) {
      const every = await everyOf(documents, caller, read(caller, input).filter);
      const found = logs.find(every, { sort: NEWEST, maxTimeMS: 0 }).batchSize(STREAM_BATCH);
      for await (const log of found) yield toRecord(log);
    },
    documentsOf: (companyId, some) => documents.of(companyId, some),
  };
}

const NEWEST = { at: -1, _id: -1 } as const;

function read(caller: Caller, input: unknown) {
  if (!seesEverything(caller)) {
    throw new DomainError("FORBIDDEN", text("person.auditNotPrivileged"));
  }
  return splitPaging(parseInput(auditLogPageInput, input));
}

/** Whether a page says where it begins, or what it is about, so that it is read in bounded steps. */
const isContinued = ({ after, ref, from, until }: AuditFilter): boolean =>
  [after, ref, from, until].some((given) => given !== undefined);

function fencedBy(
  { companyId }: Caller,
  { entity, entityId, actorId, action }: AuditFilter,
): Filter<AuditLogRecord> {
  const given = Object.entries({ entity, entityId, actorId, action }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), companyId: new ObjectId(companyId) };
}

const within = ({ from, until }: AuditFilter): Filter<AuditLogRecord> =>
  from || until ? { at: { ...(from && { $gte: from }), ...(until && { $lt: until }) } } : {};

/** The conditions on all changes that a filter matches. */
async function everyOf(
  documents: AuditDocuments,
  caller: Caller,
  filter: AuditFilter,
): Promise<Filter<AuditLogRecord>> {
  const { ref } = filter;
  const among = ref === undefined ? {} : { $or: await documents.changesOf(caller.companyId, ref) };
  return { $and: [fencedBy(caller, filter), within(filter), among] };
}

/** A page that leaves out a number of records. */
function skippingPage(
  logs: Collection<AuditLogRecord>,
  fenced: Filter<AuditLogRecord>,
  { skip, take }: { skip: number; take: number },
): AuditLogPage {
  let found: Promise<AuditLog[]> | undefined;
  const first = () =>
    (found ??= logs
      .find(fenced, { sort: NEWEST, skip, limit: take + 1 })
      .map((document) => toRecord(document))
      .toArray());
  return {
    data: async () => (await first()).slice(0, take),
    // Not countDocuments: its aggregation reads every record it counts.
    total: () => logs.count(fenced),
    totalIsLowerBound: async () => false,
    next: async () => {
      const all = await first();
      return all.length > take ? cursorOf(placeOf(all[take - 1]!)) : null;
    },
  };
}

const placeOf = ({ at, _id }: Pick<AuditLog, "at"> & { _id: unknown }): Place => ({
  atMs: at.getTime(),
  id: String(_id),
});

/** A page that goes on at a place, or is about some documents or days. */
function continuedPage(
  { logs, documents }: { logs: Collection<AuditLogRecord>; documents: AuditDocuments },
  caller: Caller,
  filter: AuditFilter,
  take: number,
): AuditLogPage {
  const { after, ref, from, until, entity, entityId, actorId, action } = filter;
  const company = new ObjectId(caller.companyId);
  const passes = (log: AuditLogRecord): boolean =>
    (entity === undefined || log.entity === entity) &&
    (entityId === undefined || log.entityId.equals(entityId)) &&
    (actorId === undefined || log.actorId?.equals(actorId) === true) &&
    (action === undefined || log.action === action);
  const exacts = async (): Promise<Pick<Ordered<AuditLogRecord>, "index" | "exact">[]> => {
    if (ref !== undefined) {
      const changes = await documents.changesOf(caller.companyId, ref);
      return changes.map((exact) => ({ index: "newest_of_record", exact: { ...exact, companyId: company } }));
    }
    if (entity === undefined) return [{ index: "newest", exact: { companyId: company } }];
    if (entityId === undefined) return [{ index: "newest_of_entity", exact: { companyId: company, entity } }];
    return [{ index: "newest_of_record", exact: { companyId: company, entity, entityId } }];
  };
  const readPage = async () => {
    const pages = await Promise.all(
      (await exacts()).map((one) => {
        const ordered: Ordered<AuditLogRecord> = { collection: logs, by: "at" as const, from, until, ...one };
        const isNarrow =
          actorId !== undefined || action !== undefined || ref !== undefined || entityId !== undefined;
        return readOn<AuditLogRecord>(
          ordered,
          { take, after, placeOf },
          isNarrow ? async (some) => some.filter(passes).map((log) => [log, log] as const) : undefined,
        );
      }),
    );
    return mergedPages(pages, { take, placeOf });
  };
  let found: ReturnType<typeof readPage> | undefined;
  const first = () => (found ??= readPage());
  let counted: Promise<number> | undefined;
  const count = () =>
    (counted ??= everyOf(documents, caller, filter).then((every) =>
      logs.count(every, { limit: COUNTED_MAX + 1 }),
    ));
  return {
    data: async () => (await first()).data.map((log) => toRecord(log)),
    total: async () => Math.min(await count(), COUNTED_MAX),
    totalIsLowerBound: async () => (await count()) > COUNTED_MAX,
    next: async () => {
      const { next } = await first();
      return next === undefined ? null : cursorOf(next);
    },
  };
}

/** Names the filters with an index, for a page that took too long (OPS-7). */
const NARROWING = { text: text("input.auditTooLong"), field: "input.entity" };
