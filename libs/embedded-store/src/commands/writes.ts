import { type CommandContext, findTarget, makeTarget, runStatement } from "../store.ts";
import { fail, StoreError, refuseFeature } from "../errors.ts";
import { refuseWhenFull } from "../heap.ts";
import { isIdentical } from "../identical.ts";
import { toNumber } from "../numbers.ts";
import { findHits, type Request } from "../query.ts";
import { insert as insertDoc, write } from "../transaction.ts";
import type { Transaction } from "../transaction-state.ts";
import { compileUpdate, type Update, upsertSeed, withId } from "../update.ts";
import { type Doc, isDoc, truthy, type Value } from "../values.ts";
import {
  anyValue,
  type Command,
  command,
  count,
  doc,
  docs,
  flag,
  parseOptions,
  sorting,
  TRANSACTIONAL,
} from "./command.ts";

/** Whether a list of statements stops at the first failure. Default: yes. */
const stopsAtFailure = (value: Value) => value === undefined || truthy(value);

/**
 * Runs the statements of a bulk one by one, each atomic; an ordered bulk, or one in a transaction, ends at the first
 * failure.
 */
async function runBulk<S>(
  context: CommandContext,
  statements: readonly S[],
  isOrdered: boolean,
  run: (transaction: Transaction, statement: S) => Doc,
): Promise<{ results: { index: number; result: Doc }[]; writeErrors: Doc[]; reply: Doc }> {
  const results: { index: number; result: Doc }[] = [];
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const result = await runStatement(context, index, (transaction) => run(transaction, statement));
      results.push({ index, result });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (isOrdered || context.transaction) break;
    }
  }
  const n = results.reduce((sum, { result }) => sum + toNumber(result.n), 0);
  return { results, writeErrors, reply: { n, ...(writeErrors.length > 0 ? { writeErrors } : {}) } };
}

const insert = command(
  { documents: docs, ordered: stopsAtFailure },
  async (context, { documents, ordered: isOrdered }) => {
    const { reply } = await runBulk(context, documents, isOrdered, (transaction, document) => {
      refuseWhenFull(context.store.heap);
      insertDoc(transaction, makeTarget(context, transaction), withId(document));
      return { n: 1 };
    });
    return reply;
  },
  TRANSACTIONAL,
);

interface Change {
  update: Value;
  upsert: boolean;
}

interface Outcome {
  matched: number;
  modified: number;
  upserted?: Value;
  before?: Doc;
  after?: Doc;
}

function updateDocs(
  context: CommandContext,
  transaction: Transaction,
  request: Request,
  change: Change,
): Outcome {
  refuseWhenFull(context.store.heap);
  const update = compileUpdate(change.update);
  if (request.limit > 1 && update.kind === "replacement") {
    fail("FailedToParse", "multi update is not supported for replacement-style update");
  }
  const collection = findTarget(context);
  const hits = findHits(transaction, collection, request);
  if (hits.length === 0 && change.upsert) {
    const after = upsertedDoc(update, request.filter);
    insertDoc(transaction, makeTarget(context, transaction), after);
    return { matched: 0, modified: 0, upserted: after._id, after };
  }
  const outcome: Outcome = { matched: hits.length, modified: 0 };
  for (const { row, doc: before } of hits) {
    const after = update.apply(before);
    const isChanged = !isIdentical(before, after);
    if (isChanged) write(transaction, collection!, row, after);
    outcome.modified += Number(isChanged);
    outcome.before = before;
    outcome.after = isChanged ? after : before;
  }
  return outcome;
}

/** A replacement takes only the `_id` from the filter. */
function upsertedDoc(update: Update, filter: Doc): Doc {
  const seed = upsertSeed(filter);
  if (update.kind !== "replacement") return withId(update.apply(seed, true));
  return withId(update.apply("_id" in seed ? { _id: seed._id } : {}));
}

/** The part of an update's answer about an upserted document. */
const ifUpserted = (outcome: Outcome, showId: (id: Value) => Value): Doc =>
  "upserted" in outcome ? { n: 1, upserted: showId(outcome.upserted) } : {};

const UPDATE_STATEMENT = { q: doc, u: anyValue, multi: flag, upsert: flag };

const update = command(
  { updates: docs, ordered: stopsAtFailure },
  async (context, { updates, ordered: isOrdered }) => {
    const { results, reply } = await runBulk(context, updates, isOrdered, (transaction, statement) => {
      const { q, u, multi, upsert } = parseOptions("update.updates", statement, UPDATE_STATEMENT);
      const request = { filter: q, sort: [], skip: 0, limit: multi ? Infinity : 1 };
      const outcome = updateDocs(context, transaction, request, { update: u, upsert });
      const { matched: n, modified: nModified } = outcome;
      return { n, nModified, ...ifUpserted(outcome, (_id) => ({ _id })) };
    });
    const upsertedIds = results.flatMap(({ index, result }) =>
      isDoc(result.upserted) ? { index, ...result.upserted } : [],
    );
    const nModified = results.reduce((sum, { result }) => sum + toNumber(result.nModified), 0);
    return { ...reply, nModified, ...(upsertedIds.length > 0 ? { upserted: upsertedIds } : {}) };
  },
  TRANSACTIONAL,
);

const remove = command(
  { deletes: docs, ordered: stopsAtFailure },
  async (context, { deletes, ordered: isOrdered }) => {
    const { reply } = await runBulk(context, deletes, isOrdered, (transaction, statement) => {
      const { q: filter, limit } = parseOptions("delete.deletes", statement, { q: doc, limit: count(0) });
      const removedDocs = removeDocs(context, transaction, {
        filter,
        sort: [],
        skip: 0,
        limit: limit || Infinity,
      });
      return { n: removedDocs.length };
    });
    return reply;
  },
  TRANSACTIONAL,
);

function removeDocs(context: CommandContext, transaction: Transaction, request: Request): Doc[] {
  const collection = findTarget(context);
  const hits = findHits(transaction, collection, request);
  for (const { row } of hits) write(transaction, collection!, row, undefined);
  return hits.map(({ doc }) => doc);
}

const findAndModify = command(
  { query: doc, sort: sorting, remove: flag, update: anyValue, new: flag, upsert: flag },
  (context, { query, sort, remove: isRemoval, update: change, new: isNew, upsert }) => {
    if (isRemoval) return refuseFeature("findAndModify that removes");
    const request = { filter: query, sort, skip: 0, limit: 1 };
    return runStatement(context, 0, (transaction) => {
      const outcome = updateDocs(context, transaction, request, { update: change, upsert });
      const { matched: n, before, after } = outcome;
      return {
        lastErrorObject: { n, updatedExisting: n > 0, ...ifUpserted(outcome, (id) => id) },
        value: (isNew ? after : before) ?? null,
      };
    });
  },
  TRANSACTIONAL,
);

export const WRITE_COMMANDS: Readonly<Record<string, Command>> = {
  insert,
  update,
  delete: remove,
  findAndModify,
};
