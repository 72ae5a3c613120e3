/** Options of {@link startEmbeddedStore}. */
export interface EmbeddedStoreOptions {
  /** TCP port on 127.0.0.1; 0 picks a free one. */
  port?: number;
  /** Directory of the journal; without it nothing outlives the process. */
  dataDir?: string;
  /** Force each commit to the disk before it is acknowledged. */
  fsync?: boolean;
}

export interface EmbeddedStore {
  /** Connection string for the official driver, with the replica set's name. */
  readonly uri: string;
  stop(): Promise<void>;
}

/** Starts the development store (a MongoDB-compatible server on loopback). */
export declare function startEmbeddedStore(options?: EmbeddedStoreOptions): Promise<EmbeddedStore>;
