import { randomBytes } from "node:crypto";
import { type Collection, type Db, type Document, MongoClient, type MongoClientOptions } from "mongodb";
import { EJSON } from "bson";
import { afterAll, beforeAll } from "vitest";
import { type EmbeddedStore, type EmbeddedStoreOptions, startEmbeddedStore } from "../src/index.ts";

/** Documents of tests have plain `_id`s. */
export type AnyDoc = Document & { _id: number | string };

/** Whether the suites run on a real server; tests of this repository's store alone are skipped then. */
export const isReal = Boolean(process.env.TEST_MONGODB_URI);

/** The release of MongoDB since which texts and orders of fields match the expectations. */
export const TEXTS_SINCE = 7;

export interface TestStore {
  readonly uri: string;
  /** Major release of the server. */
  readonly release: number;
  readonly client: MongoClient;
  readonly db: Db;
  /** Opens another client, closed after the file's tests. */
  connect(options?: MongoClientOptions): Promise<MongoClient>;
  /** A new collection with these documents, numbered from 0 unless they have an `_id`. */
  filled(docs: readonly Document[]): Promise<Collection<AnyDoc>>;
}

/**
 * One store and database for the tests of a file. With TEST_MONGODB_URI it is that replica set instead, so that the
 * expectations themselves can be checked.
 */
export function useStore(options: EmbeddedStoreOptions = {}): TestStore {
  const uri = process.env.TEST_MONGODB_URI || undefined;
  const clients: MongoClient[] = [];
  let store: EmbeddedStore | undefined;
  let collections = 0;
  let release = 0;
  const name = `embedded_${randomBytes(6).toString("hex")}`;
  const connectedClient = () => clients[0] ?? raise("the store has not been started yet");
  const test: TestStore = {
    get uri() {
      return uri ?? store?.uri ?? raise("the store has not been started yet");
    },
    get release() {
      return release;
    },
    get client() {
      return connectedClient();
    },
    get db() {
      return connectedClient().db(name);
    },
    async connect(clientOptions) {
      const client = await new MongoClient(test.uri, clientOptions).connect();
      clients.push(client);
      return client;
    },
    async filled(docs) {
      const collection = test.db.collection<AnyDoc>(`c${++collections}`);
      if (docs.length > 0) await collection.insertMany(docs.map((doc, _id) => ({ _id, ...doc })));
      return collection;
    },
  };
  beforeAll(async () => {
    if (uri === undefined) store = await startEmbeddedStore(options);
    const client = await test.connect();
    release = Number((await client.db().admin().buildInfo())["versionArray"][0]);
  });
  afterAll(async () => {
    // Ends transactions, which a drop would wait for.
    await Promise.all(clients.map((client) => client.close()));
    await store?.stop();
    if (uri === undefined) return;
    const last = await new MongoClient(uri).connect();
    await last.db(name).dropDatabase();
    await last.close();
  });
  return test;
}

export function raise(message: string): never {
  throw new Error(message);
}

/** A text that distinguishes values, types (except kinds of plain numbers) and the order of fields. */
export const canonical = (value: unknown): string => EJSON.stringify(value ?? null);

/** The code of the error that an operation must fail with. */
export async function codeOf(operation: Promise<unknown>): Promise<number | string | undefined> {
  return operation.then(
    () => raise("the operation succeeded"),
    (error: { code?: number | string }) => error.code,
  );
}

/** For `expect.poll`: conditions become true soon, or later on a busy machine. */
export const UNTIL = { interval: 10, timeout: 10_000 } as const;
