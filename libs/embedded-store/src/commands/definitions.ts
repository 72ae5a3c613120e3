import { Binary } from "bson";
import { type Collection, ID_INDEX, isKnown, specDoc } from "../collection.ts";
import type { IndexSpec } from "../collection-index.ts";
import { collectionName, type CommandContext, findCollection, runDefinition } from "../engine.ts";
import { fail } from "../errors.ts";
import { compileFilter } from "../filter.ts";
import { toNumber } from "../numbers.ts";
import { equal } from "../order.ts";
import { type Doc, isDoc, isNumber, show, truthy, type Value } from "../values.ts";
import { checkFields, type Command, docOption, docsOption } from "./command.ts";

const INDEX_FIELDS: ReadonlySet<string> = new Set([
  "v",
  "key",
  "name",
  "unique",
  "sparse",
  "partialFilterExpression",
  "expireAfterSeconds",
  "background",
]);

function requireCollection(context: CommandContext, name: Value): Collection {
  return (
    findCollection(context, name) ?? fail("NamespaceNotFound", `ns not found ${context.db}.${show(name)}`)
  );
}

const create: Command = {
  fields: [],
  run: (context) => {
    const { engine, db, body } = context;
    const name = collectionName(body.create);
    return runDefinition(
      context,
      () => [engine.catalog.get(db, name)],
      () => {
        if (!engine.catalog.get(db, name)) {
          engine.journal?.append([{ op: "create", db, name }]);
          engine.catalog.create(db, name);
        }
        return {};
      },
    );
  },
};

const drop: Command = {
  fields: [],
  run: (context) => {
    const { engine, db, body } = context;
    return runDefinition(
      context,
      () => [findCollection(context, body.drop)],
      () => {
        const collection = findCollection(context, body.drop);
        const ns = `${db}.${collectionName(body.drop)}`;
        if (!collection) return { ns };
        engine.journal?.append([{ op: "drop", db, name: collection.name }]);
        engine.catalog.remove(db, collection.name);
        return { ns, nIndexesWas: collection.indexes.size };
      },
    );
  },
};

const dropDatabase: Command = {
  fields: [],
  run: (context) => {
    const { engine, db } = context;
    return runDefinition(
      context,
      () => engine.catalog.collections(db),
      () => {
        engine.journal?.append([{ op: "dropDatabase", db }]);
        engine.catalog.removeDatabase(db);
        return { dropped: db };
      },
    );
  },
};

/** @throws StoreError for kinds and options of indexes that are not supported */
function parseIndex(raw: Doc): IndexSpec {
  checkFields("createIndexes.indexes", raw, (field) => INDEX_FIELDS.has(field));
  const key: IndexSpec["key"] = {};
  for (const [path, direction] of Object.entries(docOption(raw, "key"))) {
    const sign = isNumber(direction) ? Math.sign(toNumber(direction)) : 0;
    if ((sign !== 1 && sign !== -1) || path.includes("$") || path.split(".").includes("")) {
      return fail("CannotCreateIndex", `the index key {${path}: ${show(direction)}} is not supported`);
    }
    key[path] = sign;
  }
  if (Object.keys(key).length === 0) fail("CannotCreateIndex", "Index keys cannot be an empty object");
  const partial = docOption(raw, "partialFilterExpression");
  compileFilter(partial, new Date());
  const seconds = raw.expireAfterSeconds;
  if (seconds !== undefined && Object.keys(key).length > 1) {
    fail("CannotCreateIndex", "TTL indexes are single-field indexes");
  }
  return {
    name: typeof raw.name === "string" ? raw.name : Object.entries(key).flat().join("_"),
    key,
    ...(truthy(raw.unique) ? { unique: true } : {}),
    ...(truthy(raw.sparse) ? { sparse: true } : {}),
    ...(Object.keys(partial).length > 0 ? { partialFilterExpression: partial } : {}),
    ...(seconds === undefined ? {} : { expireAfterSeconds: toNumber(seconds) }),
  };
}

const isIdIndex = ({ key }: IndexSpec) => equal(key, { _id: 1 });

const createIndexes: Command = {
  fields: ["indexes", "commitQuorum"],
  run: (context) => {
    const { engine, db, body } = context;
    const name = collectionName(body.createIndexes);
    const specs = docsOption(body, "indexes").map(parseIndex);
    return runDefinition(
      context,
      () => {
        // Where nothing is to be built nothing has to wait: services ask for their indexes at every start, also while
        // a transaction of one that was killed is still open.
        const collection = engine.catalog.get(db, name);
        const isDone = collection && specs.every((spec) => isIdIndex(spec) || isKnown(collection, spec));
        return isDone ? [] : [collection];
      },
      () => {
        const known = engine.catalog.get(db, name);
        if (!known) engine.journal?.append([{ op: "create", db, name }]);
        const collection = known ?? engine.catalog.create(db, name);
        const before = collection.indexes.size;
        for (const spec of specs) {
          const index = isIdIndex(spec) ? undefined : collection.buildIndex(spec);
          if (!index) continue;
          engine.journal?.append([{ op: "createIndex", db, name, spec }]);
          collection.indexes.set(spec.name, index);
        }
        return {
          numIndexesBefore: before,
          numIndexesAfter: collection.indexes.size,
          createdCollectionAutomatically: !known,
        };
      },
    );
  },
};

function indexNames(collection: Collection, which: Value): string[] {
  const all = [...collection.indexes.values()].map(({ spec }) => spec);
  if (which === "*") return all.slice(1).map(({ name }) => name);
  if (isDoc(which)) return all.filter(({ key }) => equal(key, which)).map(({ name }) => name);
  return (Array.isArray(which) ? which : [which]).map(String);
}

const dropIndexes: Command = {
  fields: ["index"],
  run: (context) => {
    const { engine, db, body } = context;
    return runDefinition(
      context,
      () => [requireCollection(context, body.dropIndexes)],
      () => {
        const collection = requireCollection(context, body.dropIndexes);
        const nIndexesWas = collection.indexes.size;
        for (const index of indexNames(collection, body.index)) {
          if (collection.indexes.has(index) && index !== ID_INDEX) {
            engine.journal?.append([{ op: "dropIndex", db, name: collection.name, index }]);
          }
          collection.dropIndex(index);
        }
        return { nIndexesWas };
      },
    );
  },
};

const listIndexes: Command = {
  fields: ["cursor"],
  run: (context) => {
    const collection = requireCollection(context, context.body.listIndexes);
    const docs = [...collection.indexes.values()].map(({ spec }) => specDoc(spec));
    return context.engine.cursors.open(collection.namespace, docs, { batchSize: Infinity });
  },
};

const details = ({ uuid }: Collection): Doc => ({
  options: {},
  info: { readOnly: false, uuid: new Binary(Buffer.from(uuid.replaceAll("-", ""), "hex"), 4) },
  idIndex: { v: 2, key: { _id: 1 }, name: ID_INDEX },
});

const listCollections: Command = {
  fields: ["filter", "nameOnly", "authorizedCollections", "cursor"],
  run: ({ engine, db, body, now }) => {
    const test = compileFilter(docOption(body, "filter"), now);
    const docs = engine.catalog
      .collections(db)
      .filter(({ creator }) => creator === undefined)
      .map((collection) =>
        Object.assign(
          { name: collection.name, type: "collection" },
          truthy(body.nameOnly) ? {} : details(collection),
        ),
      )
      .filter((doc) => test(doc));
    return engine.cursors.open(`${db}.$cmd.listCollections`, docs, { batchSize: Infinity });
  },
};

const listDatabases: Command = {
  fields: ["filter", "nameOnly", "authorizedDatabases"],
  run: ({ engine, body, now }) => {
    const test = compileFilter(docOption(body, "filter"), now);
    const databases = engine.catalog
      .databases()
      .map((name): Doc => ({ name, sizeOnDisk: 0, empty: false }))
      .filter((doc) => test(doc))
      .map((doc) => (truthy(body.nameOnly) ? { name: doc.name } : doc));
    return { databases, totalSize: 0 };
  },
};

export const DEFINITION_COMMANDS: Readonly<Record<string, Command>> = {
  create,
  drop,
  dropDatabase,
  createIndexes,
  dropIndexes,
  listIndexes,
  listCollections,
  listDatabases,
};
