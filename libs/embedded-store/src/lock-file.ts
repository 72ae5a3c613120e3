import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The process that holds a lock, distinct from an earlier process with the same number. */
interface Holder {
  pid: number;
  startedAtMs: number;
}

/**
 * Locks a data directory for this process.
 *
 * @returns a function that releases it
 * @throws Error when a living process holds it
 */
export function lockDirectory(dataDir: string): () => void {
  const path = join(dataDir, "lock");
  const self: Holder = { pid: process.pid, startedAtMs: performance.timeOrigin };
  const text = JSON.stringify(self);
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    takeOver(path, self, text);
  }
  return () => {
    // Somebody may have emptied the directory meanwhile, and another process may have locked it.
    const holder = readHolder(path);
    if (holder?.pid === self.pid && holder.startedAtMs === self.startedAtMs) rmSync(path);
  };
}

/** Replaces the lock of a process that is gone. A directory, which only one process can create, guards against two. */
function takeOver(path: string, self: Holder, text: string): void {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    throw new Error(`another process is starting on this data directory (if not, delete ${guard})`, {
      cause: error,
    });
  }
  try {
    const holder = readHolder(path);
    if (holder && isAlive(holder, self)) {
      throw new Error(`the data directory is in use by process ${holder.pid} (if not, delete ${path})`);
    }
    const next = join(guard, "lock");
    writeFileSync(next, text);
    renameSync(next, path);
  } finally {
    rmdirSync(guard);
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder> | null;
    const { pid, startedAtMs } = holder ?? {};
    return typeof pid === "number" && typeof startedAtMs === "number" ? { pid, startedAtMs } : undefined;
  } catch {
    // A process that died between creating and writing the file leaves it empty.
    return undefined;
  }
}

function isAlive({ pid, startedAtMs }: Holder, self: Holder): boolean {
  if (pid === self.pid) return startedAtMs === self.startedAtMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
