import type { Db, MongoClient, MongoClientOptions } from "mongodb";

export interface ConnectStoreOptions {
  /** `mongodb://` URI of a replica set. */
  uri: string;
  dbName: string;
  /** Name of this client in the server's log. */
  appName: string;
  /** How long an operation waits for a reachable primary. Default 2000 ms. */
  serverSelectionTimeoutMs?: number;
  /** How long opening a connection may take. Default 2000 ms. */
  connectTimeoutMs?: number;
  /** How long an operation may take in all, waiting for a connection included. Default 20 000 ms. */
  operationTimeoutMs?: number;
  /** Connections at most. Default 50. */
  maxPoolSize?: number;
  /** Further options of the driver, such as command monitoring. */
  driver?: Omit<MongoClientOptions, "readConcern" | "writeConcern" | "w" | "readPreference">;
}

/** A connected MongoDB. */
export interface Store {
  client: MongoClient;
  db: Db;
  /** Asks the primary. @throws Error when it does not answer within the selection time-out */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export declare function connectStore(options: ConnectStoreOptions): Promise<Store>;
