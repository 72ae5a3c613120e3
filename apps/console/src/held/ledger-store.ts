import type { Entry } from "./ledger.ts";

const DATABASE = "countersign";
const STORE = "decisions";

/** Where a person's ledger outlives the page (contract-4, CON-20). */
export interface LedgerStore {
  read: () => Promise<Entry[]>;
  put: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

type StoredEntry = Entry & { person: string };

/**
 * The ledger of one person in this browser. Where the browser keeps nothing, such as in some private windows, a ledger
 * lives as long as its page.
 *
 * @param person - of a company
 */
export function openLedgerStore(person: string): LedgerStore {
  const database = openDatabase();
  const run = async <T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>) => {
    const store = (await database).transaction(STORE, mode).objectStore(STORE);
    return answerOf(use(store));
  };
  return {
    read: async () => {
      const all = await run<StoredEntry[]>("readonly", (store) => store.getAll()).catch(() => []);
      return all.filter((entry) => entry.person === person);
    },
    put: async (entry) => {
      await run("readwrite", (store) => store.put({ ...entry, person })).catch(() => undefined);
    },
    remove: async (key) => {
      await run("readwrite", (store) => store.delete(key)).catch(() => undefined);
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore(STORE, { keyPath: "key" }),
  );
  const database = answerOf(request);
  // Its failure is each command's.
  database.catch(() => undefined);
  return database;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser keeps nothing")));
  });
}
