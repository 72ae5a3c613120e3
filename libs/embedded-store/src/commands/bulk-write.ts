import type { CommandContext } from "../store.ts";
import { makeTarget } from "../store.ts";
import { complete } from "../cursors.ts";
import { fail, unsupported } from "../errors.ts";
import { toNumber } from "../numbers.ts";
import { insert as insertDoc, type Transaction } from "../transaction.ts";
import { withId } from "../update.ts";
import { type Doc, show } from "../values.ts";
import {
  anyValue,
  type Command,
  command,
  count,
  doc,
  docs,
  flag,
  parseOptions,
  text,
  TRANSACTIONAL,
} from "./command.ts";
import { ifUpserted, ordered, runBulk, updateDocs } from "./writes.ts";

/** One operation of a bulk, ready to run. */
type Operation = (transaction: Transaction) => Doc;

const place = (field: string) => ({ [field]: count(0) });
const INSERT = { ...place("insert"), document: doc };
const UPDATE = {
  ...place("update"),
  filter: doc,
  updateMods: anyValue,
  multi: flag,
  upsert: flag,
};

const requestOf = (filter: Doc, multi: boolean) => ({
  filter,
  sort: [],
  skip: 0,
  limit: multi ? Infinity : 1,
});

/** Reads one operation; `targets` are the collections that the operations name by their place in the list. */
function parseOperation(op: Doc, targets: readonly CommandContext[]): Operation {
  const [kind = ""] = Object.keys(op);
  const targetAt = (): CommandContext => {
    const at = toNumber(op[kind]);
    return targets[at] ?? fail("BadValue", `BulkWrite ops entry ${show(op)} has an invalid nsInfo index.`);
  };
  if (kind === "insert") {
    const { document } = parseOptions("bulkWrite.insert", op, INSERT);
    const target = targetAt();
    return (transaction) => {
      insertDoc(transaction, makeTarget(target, transaction), withId(document));
      return { n: 1 };
    };
  }
  if (kind === "update") {
    const { filter, updateMods, multi, upsert } = parseOptions("bulkWrite.update", op, UPDATE);
    const target = targetAt();
    return (transaction) => {
      const change = { update: updateMods, upsert };
      const outcome = updateDocs(target, transaction, requestOf(filter, multi), change);
      return {
        n: outcome.matched,
        nModified: outcome.modified,
        ...ifUpserted(outcome, (_id) => ({ _id })),
      };
    };
  }
  return fail("BadValue", `a bulkWrite operation is an insert or an update, not ${show(kind)}`);
}

/** The call in the form for one collection; a namespace is `database.collection`. */
function targetContext(context: CommandContext, { ns, ...others }: Doc): CommandContext {
  parseOptions("bulkWrite.nsInfo", others, {});
  const namespace = text(ns, "nsInfo.ns");
  const dot = namespace.indexOf(".");
  if (dot < 1) fail("InvalidNamespace", `Invalid namespace specified: ${show(namespace)}`);
  const name = "collection";
  return {
    ...context,
    db: namespace.slice(0, dot),
    name,
    body: { ...context.body, [name]: namespace.slice(dot + 1) },
  };
}

/** Collections have no validation rules here, so there is nothing to bypass. */
const OPTIONS = {
  ops: docs,
  nsInfo: docs,
  ordered,
  errorsOnly: flag,
  bypassDocumentValidation: flag,
  cursor: doc,
};

/** Writes to several collections in one command, since server version 8.0. */
const bulkWrite = command(
  OPTIONS,
  async (context, { ops, nsInfo, ordered: isOrdered, errorsOnly, cursor }) => {
    if (context.db !== "admin") fail("Unauthorized", "bulkWrite may only be run against the admin database.");
    if (!errorsOnly) unsupported("a bulkWrite that answers more than its errors");
    const { batchSize } = parseOptions("bulkWrite.cursor", cursor, { batchSize: count(undefined) });
    if (ops.length === 0)
      fail("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
    const targets = nsInfo.map((info) => targetContext(context, info));
    const operations = ops.map((op): [string, Operation] => [
      Object.keys(op)[0] ?? "",
      parseOperation(op, targets),
    ]);
    const { results, writeErrors } = await runBulk(context, operations, isOrdered, (transaction, [, run]) =>
      run(transaction),
    );
    const counts = { nInserted: 0, nUpserted: 0, nMatched: 0, nModified: 0, nDeleted: 0 };
    for (const { index, result } of results) {
      const n = toNumber(result.n);
      const [kind] = operations[index]!;
      if (kind === "insert") counts.nInserted += n;
      else if ("upserted" in result) counts.nUpserted += 1;
      else counts.nMatched += n;
      counts.nModified += toNumber(result.nModified ?? 0);
    }
    const replies = writeErrors.map(({ index, ...error }) => ({ ok: 0, idx: index, n: 0, ...error }));
    return {
      ...context.store.cursors.open("admin.$cmd.bulkWrite", complete(replies), batchSize),
      nErrors: writeErrors.length,
      ...counts,
    };
  },
  TRANSACTIONAL,
);

export const BULK_WRITE_COMMANDS: Readonly<Record<string, Command>> = { bulkWrite };
