import type { Collection } from "../collection.ts";
import { type CommandContext, findCollection, makeCollection, runStatement } from "../engine.ts";
import { fail, StoreError, unsupported } from "../errors.ts";
import { compileFilter } from "../filter.ts";
import { toNumber } from "../numbers.ts";
import type { Trace } from "../paths.ts";
import type { PlanRequest } from "../planner.ts";
import { compileProjection } from "../projection.ts";
import { findHits } from "../query.ts";
import { parseSort } from "../sort.ts";
import { insert as insertDoc, type Transaction, write } from "../transaction.ts";
import { compileUpdate, type Update, upsertSeed, withId } from "../update.ts";
import { type Doc, isDoc, truthy, type Value } from "../values.ts";
import { checkFields, type Command, docOption, docsOption, listOption } from "./command.ts";
import { isIdentical } from "../identical.ts";

/**
 * Runs the statements of a bulk one by one, each atomic; an ordered bulk, or one in a transaction, ends at the first
 * failure.
 */
async function runBulk(
  context: CommandContext,
  statements: readonly Doc[],
  fields: readonly string[],
  run: (transaction: Transaction, statement: Doc) => Doc,
): Promise<{ results: { index: number; result: Doc }[]; reply: Doc }> {
  const results: { index: number; result: Doc }[] = [];
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      if (fields.length > 0) checkFields(context.name, statement, (field) => fields.includes(field));
      const result = await runStatement(context, index, (transaction) => run(transaction, statement));
      results.push({ index, result });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (context.body.ordered !== false || context.transaction) break;
    }
  }
  return { results, reply: writeErrors.length > 0 ? { writeErrors } : {} };
}

const insert: Command = {
  fields: ["documents", "ordered"],
  isTransactional: true,
  async run(context) {
    const { results, reply } = await runBulk(
      context,
      docsOption(context.body, "documents"),
      [],
      (transaction, doc) => {
        insertDoc(transaction, makeCollection(context, transaction, context.body.insert), withId(doc));
        return { n: 1 };
      },
    );
    return { n: results.length, ...reply };
  },
};

interface UpdateRequest extends PlanRequest {
  update: Value;
  arrayFilters: Value[];
  upsert: boolean;
  multi: boolean;
}

interface UpdateOutcome {
  matched: number;
  modified: number;
  upserted?: Value;
  before?: Doc;
  after?: Doc;
}

function updateDocs(
  context: CommandContext,
  transaction: Transaction,
  name: Value,
  request: UpdateRequest,
): UpdateOutcome {
  const { now } = context;
  const update = compileUpdate(request.update, request.arrayFilters, now);
  if (request.multi && update.kind === "replacement") {
    fail("FailedToParse", "multi update is not supported for replacement-style update");
  }
  const collection = findCollection(context, name);
  const hits = findHits(transaction, collection, request, now);
  if (hits.length === 0 && request.upsert) {
    const doc = upsertedDoc(update, request.filter);
    insertDoc(transaction, makeCollection(context, transaction, name), doc);
    return { matched: 0, modified: 0, upserted: doc._id, after: doc };
  }
  const test = compileFilter(request.filter, now);
  const outcome: UpdateOutcome = { matched: hits.length, modified: 0 };
  for (const { row, doc: before } of hits) {
    const trace: Trace = { index: undefined };
    test(before, trace);
    const after = update.apply(before, { position: trace.index });
    const isChanged = !isIdentical(before, after);
    if (isChanged) write(transaction, collection!, row, after);
    outcome.modified += Number(isChanged);
    outcome.before = before;
    outcome.after = isChanged ? after : before;
  }
  return outcome;
}

/** A replacement takes nothing but the `_id` from the filter. */
function upsertedDoc(update: Update, filter: Doc): Doc {
  const seed = upsertSeed(filter);
  if (update.kind !== "replacement") return withId(update.apply(seed, { inserting: true }));
  return withId(update.apply("_id" in seed ? { _id: seed._id } : {}, {}));
}

const update: Command = {
  fields: ["updates", "ordered", "bypassDocumentValidation"],
  isTransactional: true,
  async run(context) {
    const fields = ["q", "u", "multi", "upsert", "arrayFilters", "hint", "sort"];
    const { results, reply } = await runBulk(
      context,
      docsOption(context.body, "updates"),
      fields,
      (transaction, statement) => {
        const outcome = updateDocs(context, transaction, context.body.update, {
          filter: docOption(statement, "q"),
          sort: parseSort(docOption(statement, "sort")),
          limit: truthy(statement.multi) ? Infinity : 1,
          update: statement.u,
          arrayFilters: listOption(statement, "arrayFilters"),
          upsert: truthy(statement.upsert),
          multi: truthy(statement.multi),
          ...(statement.hint === undefined ? {} : { hint: statement.hint }),
        });
        const isUpsert = "upserted" in outcome;
        return {
          n: isUpsert ? 1 : outcome.matched,
          nModified: outcome.modified,
          ...(isUpsert ? { upserted: { _id: outcome.upserted } } : {}),
        };
      },
    );
    const upserted = results.flatMap(({ index, result }) =>
      isDoc(result.upserted) ? { index, _id: result.upserted._id } : [],
    );
    return {
      n: total(results, "n"),
      nModified: total(results, "nModified"),
      ...(upserted.length > 0 ? { upserted } : {}),
      ...reply,
    };
  },
};

const total = (results: readonly { result: Doc }[], field: string) =>
  results.reduce((sum, { result }) => sum + toNumber(result[field]), 0);

const remove: Command = {
  fields: ["deletes", "ordered"],
  isTransactional: true,
  async run(context) {
    const fields = ["q", "limit", "hint"];
    const { results, reply } = await runBulk(
      context,
      docsOption(context.body, "deletes"),
      fields,
      (transaction, statement) => {
        const collection = findCollection(context, context.body.delete);
        const request: PlanRequest = {
          filter: docOption(statement, "q"),
          sort: [],
          limit: toNumber(statement.limit ?? 0) === 1 ? 1 : Infinity,
          ...(statement.hint === undefined ? {} : { hint: statement.hint }),
        };
        const hits = findHits(transaction, collection, request, context.now);
        for (const { row } of hits) write(transaction, collection!, row, undefined);
        return { n: hits.length };
      },
    );
    return { n: total(results, "n"), ...reply };
  },
};

const findAndModify: Command = {
  fields: [
    "query",
    "sort",
    "remove",
    "update",
    "new",
    "fields",
    "upsert",
    "arrayFilters",
    "hint",
    "bypassDocumentValidation",
  ],
  isTransactional: true,
  run(context) {
    const { body, now, name } = context;
    if (truthy(body.remove) === (body.update !== undefined)) {
      return fail("FailedToParse", "Either an update or remove=true must be specified, and not both");
    }
    const request: PlanRequest = {
      filter: docOption(body, "query"),
      sort: parseSort(docOption(body, "sort")),
      limit: 1,
      ...(body.hint === undefined ? {} : { hint: body.hint }),
    };
    const shown = projectionOf(docOption(body, "fields"), now);
    return runStatement(context, 0, (transaction) => {
      if (truthy(body.remove)) {
        const removed = removeFirst(transaction, findCollection(context, body[name]), request, now);
        return { lastErrorObject: { n: removed ? 1 : 0 }, value: shown(removed) };
      }
      const outcome = updateDocs(context, transaction, body[name], {
        ...request,
        update: body.update,
        arrayFilters: listOption(body, "arrayFilters"),
        upsert: truthy(body.upsert),
        multi: false,
      });
      const isUpsert = "upserted" in outcome;
      return {
        lastErrorObject: {
          n: isUpsert ? 1 : outcome.matched,
          updatedExisting: outcome.matched > 0,
          ...(isUpsert ? { upserted: outcome.upserted } : {}),
        },
        value: shown(truthy(body.new) ? outcome.after : outcome.before),
      };
    });
  },
};

function removeFirst(
  transaction: Transaction,
  collection: Collection | undefined,
  request: PlanRequest,
  now: Date,
): Doc | undefined {
  const [hit] = findHits(transaction, collection, request, now);
  if (hit) write(transaction, collection!, hit.row, undefined);
  return hit?.doc;
}

function projectionOf(spec: Doc, now: Date): (doc: Doc | undefined) => Value {
  if (Object.keys(spec).length === 0) return (doc) => doc ?? null;
  if (Object.keys(spec).some((path) => path.endsWith("$"))) {
    return unsupported("a positional projection of findAndModify");
  }
  const project = compileProjection(spec, true, now);
  return (doc) => (doc ? project(doc, { root: doc, variables: {}, now }) : null);
}

export const WRITE_COMMANDS: Readonly<Record<string, Command>> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
