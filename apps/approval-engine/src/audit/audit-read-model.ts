import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { type Collection, type Db, type Filter, ObjectId } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { pageAdvised } from "../shared/narrowed.ts";
import { type BoundedPage, boundedTotal } from "../shared/bounded-total.ts";
import { type Place, cursorOf } from "../shared/place.ts";
import { type Ordered, mergedPages, readOn } from "../shared/read-on.ts";
import { STREAM_BATCH } from "../shared/record-reader.ts";
import { type AuditDocuments, type AuditedDocument, createAuditDocuments } from "./audit-documents.ts";
import { type AuditedChange, findChanges } from "./audit-verdicts.ts";
import { type AuditFilter, auditLogPageInput } from "./inputs.ts";
import type { AuditLog, AuditLogRecord } from "./records.ts";

/** A page of the trail, and where the next one begins. */
export interface AuditLogPage extends BoundedPage<AuditLog> {
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
  /** Of each change what else a reader asks about it, given the documents; for exports. */
  changesOf(
    companyId: string,
    logs: readonly AuditLog[],
    documents: readonly (AuditedDocument | null)[],
  ): Promise<AuditedChange[]>;
}

export function createAuditReadModel(db: Pick<Db, "collection">): AuditReadModel {
  const logs = db.collection<AuditLogRecord>("audit_logs");
  const documents = createAuditDocuments(db);

  return {
    page: (caller, input) => {
      const { paging, filter } = read(caller, input);
      const page =
        isContinued(filter) && paging.skip === 0
          ? continuedPage({ logs, documents }, caller, filter, paging.take)
          : skippingPage({ logs, documents }, caller, filter, paging);
      return pageAdvised(NARROWING, page);
    },
    fits: async (caller, input, most) => {
      const every = await everyOf(documents, caller, read(caller, input).filter);
      return (await logs.count(every, { limit: most + 1 })) <= most;
    },
    stream: async function* (caller, input) {
      const every = await everyOf(documents, caller, read(caller, input).filter);
      const matchingLogs = logs.find(every, { sort: NEWEST, maxTimeMS: 0 }).batchSize(STREAM_BATCH);
      for await (const log of matchingLogs) yield toRecord(log);
    },
    documentsOf: (companyId, some) => documents.of(companyId, some),
    changesOf: (companyId, some, ofThem) => findChanges({ db }, companyId, some, ofThem),
  };
}

const NEWEST = { at: -1, _id: -1 } as const;

function read(caller: Caller, input: unknown) {
  if (!seesEverything(caller)) {
    throw new DomainError("FORBIDDEN", text("person.auditNotPrivileged"));
  }
  return splitPaging(parseInput(auditLogPageInput, input));
}

/** The index that bounds a filter, and the fields of its own, of which it has each record in the trail's order. */
function indexOf({ entity, entityId, actorId, action }: AuditFilter): {
  index: string;
  exact: Filter<AuditLogRecord>;
} {
  if (entity !== undefined && entityId !== undefined) {
    return { index: "newest_of_record", exact: { entity, entityId } };
  }
  if (actorId !== undefined) return { index: "newest_of_actor", exact: { actorId } };
  if (entity !== undefined) return { index: "newest_of_entity", exact: { entity } };
  if (action !== undefined) return { index: "newest_of_action", exact: { action } };
  return { index: "newest", exact: {} };
}

/** Whether a page says where it begins, or what it is about, so that it is read in bounded steps. */
const isContinued = ({ after, ref, from, until }: AuditFilter): boolean =>
  [after, ref, from, until].some((value) => value !== undefined);

function fencedBy(
  { companyId }: Caller,
  { entity, entityId, actorId, action }: AuditFilter,
): Filter<AuditLogRecord> {
  const givenFields = Object.entries({ entity, entityId, actorId, action }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(givenFields), companyId: new ObjectId(companyId) };
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
  const every = { ...fencedBy(caller, filter), ...within(filter) };
  return ref === undefined ? every : { ...every, $or: await documents.changesOf(caller.companyId, ref) };
}

/** A page that leaves out a number of records. */
function skippingPage(
  { logs, documents }: { logs: Collection<AuditLogRecord>; documents: AuditDocuments },
  caller: Caller,
  filter: AuditFilter,
  { skip, take }: { skip: number; take: number },
): AuditLogPage {
  const hintOption = filter.ref === undefined ? { hint: indexOf(filter).index } : {};
  let every: Promise<Filter<AuditLogRecord>> | undefined;
  const matching = () => (every ??= everyOf(documents, caller, filter));
  let logsFound: Promise<AuditLog[]> | undefined;
  const first = () =>
    (logsFound ??= matching().then((filterOfLogs) =>
      logs
        .find(filterOfLogs, { sort: NEWEST, skip, limit: take + 1, ...hintOption })
        .map((document) => toRecord(document))
        .toArray(),
    ));
  return {
    data: async () => (await first()).slice(0, take),
    // Not countDocuments: its aggregation reads every record it counts.
    total: async () => logs.count(await matching(), hintOption),
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
    const { index, exact } = indexOf(filter);
    return [{ index, exact: { ...exact, companyId: company } }];
  };
  const readPage = async () => {
    const pages = await Promise.all(
      (await exacts()).map((exactPart) => {
        const orderedLogs: Ordered<AuditLogRecord> = {
          collection: logs,
          by: "at" as const,
          from,
          until,
          ...exactPart,
        };
        const isNarrow =
          ref !== undefined ||
          Object.entries({ entity, entityId, actorId, action }).some(
            ([field, value]) => value !== undefined && !(field in exactPart.exact),
          );
        return readOn<AuditLogRecord>(
          orderedLogs,
          { take, after, placeOf },
          isNarrow ? async (some) => some.filter(passes).map((log) => [log, log] as const) : undefined,
        );
      }),
    );
    return mergedPages(pages, { take, placeOf });
  };
  let pageFound: ReturnType<typeof readPage> | undefined;
  const first = () => (pageFound ??= readPage());
  return {
    data: async () => (await first()).data.map((log) => toRecord(log)),
    ...boundedTotal(async (limit) => logs.count(await everyOf(documents, caller, filter), { limit })),
    next: async () => {
      const { next } = await first();
      return next === undefined ? null : cursorOf(next);
    },
  };
}

/** Names the filters with an index, for a page that took too long (OPS-7). */
const NARROWING = { text: text("input.auditTooLong"), field: "input.entity" };
