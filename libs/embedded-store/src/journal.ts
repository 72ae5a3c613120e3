import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { fail, StoreError } from "./errors.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { encodeFrame, MAGIC, replayFile, syncDirectory, writeFully } from "./journal-file.ts";

const FILE_NAME = "journal";
const COMPACTION_BATCH_ENTRIES = 500;
/** A journal is rewritten once it has this many entries for each that is still needed. */
const ENTRIES_PER_LIVE_ONE = 3;

export interface JournalOptions {
  dataDir: string;
  /** Force commits to the disk before they are acknowledged. */
  fsync: boolean;
  /** Smaller files are not worth a rewrite. */
  compactAboveBytes: number;
  apply: (entry: JournalEntry) => void;
  /** Everything committed, as entries; read at one instant. */
  snapshot: () => Iterable<JournalEntry>;
  /** How many entries {@link JournalOptions.snapshot} has, roughly. */
  countLive: () => number;
  warn: (message: string) => void;
}

/** An append-only file of commits: each a frame with its length and checksum, whole or not at all. */
export interface Journal {
  /**
   * Writes a commit; it is in the file when this returns.
   *
   * @throws StoreError OutOfDiskSpace; then the commit is not in the file
   */
  append(entries: readonly JournalEntry[]): void;
  /**
   * Resolves when all that was appended is forced to the disk; at once unless `fsync` is asked for.
   *
   * @throws StoreError OutOfDiskSpace
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What is written, and where. */
interface State {
  fd: number;
  sizeBytes: number;
  entryCount: number;
  /** Commits appended, and how many of them are forced to the disk. */
  appended: number;
  synced: number;
  /** The disk failed in a way that leaves the file's end unknown: nothing is written any more. */
  broken: Error | undefined;
  syncing: Promise<void> | undefined;
  compaction: Promise<void> | undefined;
  /** Frames appended while a compaction runs, for the new file. */
  tail: Buffer[];
  compactAboveBytes: number;
}

/**
 * Replays the journal of a directory and opens it for more.
 *
 * @throws Error for a damaged file
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const path = join(options.dataDir, FILE_NAME);
  rmSync(temporaryOf(path), { force: true });
  const replayed = replayFile(path, options.apply, options.warn);
  const state: State = {
    ...replayed,
    fd: openSync(path, "a"),
    appended: 0,
    synced: 0,
    broken: undefined,
    syncing: undefined,
    compaction: undefined,
    tail: [],
    compactAboveBytes: options.compactAboveBytes,
  };
  if (state.sizeBytes === 0) {
    // A crash may have left a part of the first bytes.
    ftruncateSync(state.fd, 0);
    state.sizeBytes = writeFully(state.fd, MAGIC);
    syncDirectory(options.dataDir);
  }
  const compactIfWorthwhile = () => {
    const isDue =
      state.sizeBytes > state.compactAboveBytes &&
      state.entryCount > ENTRIES_PER_LIVE_ONE * options.countLive();
    if (!isDue || state.compaction) return;
    state.compaction = compact(state, path, options).finally(() => {
      state.tail = [];
      state.compaction = undefined;
    });
  };
  compactIfWorthwhile();
  await state.compaction;
  return {
    append(entries) {
      // First, because what is appended shows in a snapshot only once the caller has made it visible.
      compactIfWorthwhile();
      append(state, entries);
    },
    async settled() {
      if (options.fsync) await settle(state);
    },
    async close() {
      await state.compaction;
      await state.syncing;
      if (!state.broken) fdatasyncSync(state.fd);
      closeSync(state.fd);
    },
  };
}

const temporaryOf = (path: string) => `${path}.new`;

function append(state: State, entries: readonly JournalEntry[]): void {
  if (state.broken) {
    fail("OutOfDiskSpace", `the journal cannot be written any more: ${state.broken.message}`);
  }
  const bytes = encodeFrame(entries);
  try {
    writeFully(state.fd, bytes);
  } catch (error) {
    cutOff(state);
    throw new StoreError("OutOfDiskSpace", `the journal could not be written: ${String(error)}`);
  }
  state.sizeBytes += bytes.length;
  state.entryCount += entries.length;
  state.appended += 1;
  if (state.compaction) state.tail.push(bytes);
}

/** Removes what a failed write left behind; the commits before it are untouched. */
function cutOff(state: State): void {
  try {
    ftruncateSync(state.fd, state.sizeBytes);
  } catch (error) {
    state.broken = error as Error;
  }
}

async function settle(state: State): Promise<void> {
  const upTo = state.appended;
  while (state.synced < upTo) {
    if (state.broken) {
      fail("OutOfDiskSpace", `the journal could not be forced to the disk: ${state.broken.message}`);
    }
    // Who comes while a sync runs waits for the next one, together with all others who do.
    state.syncing ??= sync(state);
    await state.syncing;
  }
}

async function sync(state: State): Promise<void> {
  const upTo = state.appended;
  try {
    await promisify(fdatasync)(state.fd);
    state.synced = Math.max(state.synced, upTo);
  } catch (error) {
    state.broken = error as Error;
  } finally {
    state.syncing = undefined;
  }
}

/** Writes what is still needed to a new file, then puts it in the old one's place. */
async function compact(state: State, path: string, options: JournalOptions): Promise<void> {
  const temporary = temporaryOf(path);
  const live = [...options.snapshot()];
  let fd: number | undefined;
  let sizeBytes = 0;
  try {
    fd = openSync(temporary, "w");
    sizeBytes += writeFully(fd, MAGIC);
    for (let at = 0; at < live.length; at += COMPACTION_BATCH_ENTRIES) {
      sizeBytes += writeFully(fd, encodeFrame(live.slice(at, at + COMPACTION_BATCH_ENTRIES)));
      await setImmediate();
    }
    while (state.syncing) await state.syncing;
    // From here to the swap nothing else runs, so that no commit falls between the two files.
    for (const bytes of state.tail) sizeBytes += writeFully(fd, bytes);
    fsyncSync(fd);
    renameSync(temporary, path);
  } catch (error) {
    options.warn(`the journal could not be compacted and goes on growing: ${String(error)}`);
    if (fd !== undefined) closeSync(fd);
    rmSync(temporary, { force: true });
    state.compactAboveBytes = 2 * state.sizeBytes;
    return;
  }
  closeSync(state.fd);
  const entryCount = live.length + state.tail.length;
  const { compactAboveBytes } = options;
  Object.assign(state, { fd, sizeBytes, entryCount, synced: state.appended, compactAboveBytes });
  syncDirectory(options.dataDir);
}
