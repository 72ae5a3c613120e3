import { type Collection, ID_INDEX, isKnown, specDoc } from "../collection.ts";
import type { IndexSpec } from "../collection-index.ts";
import { conditionsOf } from "../constraints.ts";
import { type CommandContext, findTarget, runDefinition, targetOf } from "../store.ts";
import { complete } from "../cursors.ts";
import { fail } from "../errors.ts";
import { WriteConflict } from "../transaction.ts";
import { compileFilter } from "../filter.ts";
import { toNumber } from "../numbers.ts";
import { equal } from "../order.ts";
import { type Doc, isNumber, show, type Value } from "../values.ts";
import { anyValue, type Command, command, count, doc, docs, flag, parseOptions, text } from "./command.ts";

function requireTarget(context: CommandContext): Collection {
  const failMissing = () => fail("NamespaceNotFound", `ns not found ${context.db}.${targetOf(context)}`);
  return findTarget(context) ?? failMissing();
}

/** The collection, even while an uncommitted transaction creates it. */
const knownTarget = (context: CommandContext) => context.store.catalog.get(context.db, targetOf(context));

function createTarget(context: CommandContext): Collection {
  const { store, db } = context;
  store.log?.append([{ op: "create", db, name: targetOf(context) }]);
  return store.catalog.create(db, targetOf(context));
}

const drop = command({}, (context) =>
  runDefinition(
    context,
    () => [findTarget(context)],
    () => {
      const { store, db } = context;
      const collection = findTarget(context);
      if (!collection) return {};
      store.log?.append([{ op: "drop", db, name: collection.name }]);
      store.catalog.remove(db, collection.name);
      return { ns: collection.namespace, nIndexesWas: collection.indexes.size };
    },
  ),
);

const dropDatabase = command({}, (context) => {
  const { store, db } = context;
  return runDefinition(
    context,
    () => store.catalog.collections(db),
    () => {
      store.log?.append([{ op: "dropDatabase", db }]);
      store.catalog.removeDatabase(db);
      return { dropped: db };
    },
  );
});

const INDEX_OPTIONS = {
  v: anyValue,
  key: doc,
  name: text,
  unique: flag,
  partialFilterExpression: doc,
  expireAfterSeconds: count(undefined),
};

/** Operators whose implication by a filter shows in a single condition. */
const PARTIAL_OPERATORS = new Set(["$eq", "$exists", "$gt", "$gte", "$in", "$lt", "$lte"]);

/** @throws StoreError for kinds and options of indexes that are not supported */
function parseIndex(raw: Doc): IndexSpec {
  const options = parseOptions("createIndexes.indexes", raw, INDEX_OPTIONS);
  const { name, unique, partialFilterExpression, expireAfterSeconds } = options;
  const key: IndexSpec["key"] = {};
  for (const [path, direction] of Object.entries(options.key)) {
    const sign = isNumber(direction) ? toNumber(direction) : 0;
    if ((sign !== 1 && sign !== -1) || path.includes("$") || path.split(".").includes("")) {
      return fail("CannotCreateIndex", `the index key {${path}: ${show(direction)}} is not supported`);
    }
    key[path] = sign;
  }
  if (Object.keys(key).length === 0) fail("CannotCreateIndex", "Index keys cannot be an empty object");
  compileFilter(partialFilterExpression);
  const odd = conditionsOf(partialFilterExpression).find(({ operator }) => !PARTIAL_OPERATORS.has(operator));
  if (odd) fail("CannotCreateIndex", `a partial index cannot be about ${odd.operator}`);
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    fail("CannotCreateIndex", "TTL indexes are single-field indexes");
  }
  return {
    name,
    key,
    ...(unique ? { unique } : {}),
    ...(Object.keys(partialFilterExpression).length > 0 ? { partialFilterExpression } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  };
}

const isIdIndex = ({ key }: IndexSpec) => equal(key, { _id: 1 });

/** Whether two of the three members that the store stands for are enough to finish a build. */
const isEnoughForTwo = (quorum: Value | undefined): boolean =>
  quorum === "majority" || (isNumber(quorum) && toNumber(quorum) < 3);

const createIndexes = command({ indexes: docs, commitQuorum: anyValue }, (context, options) => {
  const { store, db } = context;
  const specs = options.indexes.map(parseIndex).filter((spec) => !isIdIndex(spec));
  return runDefinition(
    context,
    () => {
      // Existing indexes need no wait: services ask for their indexes at every start, also while a transaction of a
      // killed service is still open.
      const collection = knownTarget(context);
      if (collection && specs.every((spec) => isKnown(collection, spec))) return [];
      // By default a build ends with the last voting member; that of an empty collection takes no vote.
      const isBuild = collection !== undefined && collection.count > 0;
      if (store.isMemberAway && isBuild && !isEnoughForTwo(options.commitQuorum)) throw new WriteConflict();
      return [collection];
    },
    () => {
      const knownCollection = knownTarget(context);
      const collection = knownCollection ?? createTarget(context);
      const numIndexesBefore = collection.indexes.size;
      for (const spec of specs) {
        if (isKnown(collection, spec)) continue;
        const index = collection.buildIndex(spec);
        store.log?.append([{ op: "createIndex", db, name: collection.name, spec }]);
        collection.indexes.set(spec.name, index);
      }
      const numIndexesAfter = collection.indexes.size;
      return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically: !knownCollection };
    },
  );
});

const dropIndexes = command({ index: text }, (context, { index }) =>
  runDefinition(
    context,
    () => [requireTarget(context)],
    () => {
      const { store, db } = context;
      const { indexes, name } = requireTarget(context);
      const nIndexesWas = indexes.size;
      if (index === ID_INDEX) fail("InvalidOptions", "cannot drop _id index");
      if (!indexes.has(index)) fail("IndexNotFound", `index not found with name [${index}]`);
      store.log?.append([{ op: "dropIndex", db, name, index }]);
      indexes.delete(index);
      return { nIndexesWas };
    },
  ),
);

const listIndexes = command({ cursor: doc }, (context) => {
  const { indexes, namespace } = requireTarget(context);
  return context.store.cursors.open(
    namespace,
    complete([...indexes.values()].map(({ spec }) => specDoc(spec))),
  );
});

/** The members of a list whose descriptions match a filter. */
const filterDescriptions = (descriptions: Doc[], filter: Doc) => {
  const test = compileFilter(filter);
  return descriptions.filter((description) => test(description));
};

const listCollections = command(
  { filter: doc, nameOnly: flag, authorizedCollections: anyValue, cursor: doc },
  ({ store, db }, { filter }) => {
    const visible = store.catalog.collections(db).filter(({ creator }) => creator === undefined);
    const descriptions = visible.map(({ name }) => ({ name, type: "collection", options: {} }));
    return store.cursors.open(
      `${db}.$cmd.listCollections`,
      complete(filterDescriptions(descriptions, filter)),
    );
  },
);

const listDatabases = command(
  { filter: doc, nameOnly: flag, authorizedDatabases: anyValue },
  ({ store }, { filter }) => {
    const descriptions = store.catalog.databases().map((name) => ({ name }));
    return { databases: filterDescriptions(descriptions, filter) };
  },
);

export const DEFINITION_COMMANDS: Readonly<Record<string, Command>> = {
  drop,
  dropDatabase,
  createIndexes,
  dropIndexes,
  listIndexes,
  listCollections,
  listDatabases,
};
