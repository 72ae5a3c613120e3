import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../make-folder.ts";
import { SERVICE_NAMES, type ServiceName } from "./platform-ports.ts";

/** Addresses of a platform that `npm start` runs. */
export interface RunningPlatform {
  /** The store's `mongodb://` URI; absent for `MONGODB_URI`, which may hold a password. */
  store?: string;
  /** Where its messages are; without a broker nobody but the platform itself reads them. */
  bus: "nats" | "in-process";
  /** Base addresses of its services; one that does not run is missing. */
  services: Partial<Record<ServiceName, { public: string; internal: string }>>;
}

const FILE = "platform.json";

/** Writes the addresses into the data directory, where the other commands find them. @returns a function that removes them */
export function writeRunningPlatform(dataDir: string, platform: RunningPlatform): () => void {
  const path = join(dataDir, FILE);
  makeFolder(dataDir);
  writeFileSync(path, `${JSON.stringify(platform, null, 2)}\n`);
  return () => rmSync(path, { force: true });
}

/**
 * The addresses of the platform that runs with this data directory.
 *
 * @throws Error for a file that `npm start` did not write
 */
export function readRunningPlatform(dataDir: string): RunningPlatform | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, FILE), "utf8");
  } catch (error) {
    // A data directory that is a file has none either; whoever needs the directory says so.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  const storedPlatform = JSON.parse(text) as RunningPlatform;
  const knownNames = SERVICE_NAMES.filter((name) => storedPlatform.services[name] !== undefined);
  return {
    ...storedPlatform,
    services: Object.fromEntries(knownNames.map((name) => [name, storedPlatform.services[name]!])),
  };
}
