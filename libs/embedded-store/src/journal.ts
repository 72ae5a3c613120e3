import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { serialize } from "bson";
import { fail, StoreError } from "./errors.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { readDocument } from "./wire.ts";

const FILE_NAME = "journal";
/** First bytes of the file: what it is, and the version of its layout. */
const MAGIC = Buffer.from("CSTORE01");
const FRAME_HEADER_BYTES = 8;
const BATCH_ENTRIES = 500;

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
  /** Resolves when all that was appended is forced to the disk, at once unless `fsync` is asked for. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Replays the journal of a directory and opens it for more.
 *
 * @throws Error for a damaged file; a commit cut short by a crash at its end is dropped instead
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const path = join(options.dataDir, FILE_NAME);
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  let { size, entries: entryCount } = existsSync(path) ? replay(path, options) : { size: 0, entries: 0 };
  let fd = openSync(path, "a");
  if (size === 0) {
    writeFully(fd, MAGIC);
    size = MAGIC.length;
  }

  let broken: Error | undefined;
  let compaction: Promise<void> | undefined;
  /** Frames appended while a compaction runs, for the new file. */
  let tail: Buffer[] = [];
  let retryAboveBytes = options.compactAboveBytes;
  let appended = 0;
  let synced = 0;
  let syncing: Promise<void> | undefined;

  const append = (entries: readonly JournalEntry[]) => {
    if (broken) fail("OutOfDiskSpace", `the journal cannot be written any more: ${broken.message}`);
    const bytes = frame(entries);
    try {
      writeFully(fd, bytes);
    } catch (error) {
      takeBack(error as Error);
    }
    size += bytes.length;
    entryCount += entries.length;
    appended += 1;
    if (compaction) tail.push(bytes);
    else if (size > retryAboveBytes && entryCount > ENTRIES_PER_LIVE_ONE * options.countLive())
      compaction = compact();
  };

  /** Cuts off what a failed write left; the commits before it are untouched. */
  const takeBack = (error: Error): never => {
    try {
      ftruncateSync(fd, size);
    } catch (truncation) {
      broken = truncation as Error;
    }
    throw new StoreError("OutOfDiskSpace", `the journal could not be written: ${error.message}`);
  };

  const sync = async () => {
    const upTo = appended;
    try {
      await promisify(fdatasync)(fd);
      synced = Math.max(synced, upTo);
    } catch (error) {
      broken = error as Error;
    } finally {
      syncing = undefined;
    }
  };

  const settled = async () => {
    const upTo = appended;
    while (options.fsync && synced < upTo) {
      if (broken) fail("OutOfDiskSpace", `the journal could not be forced to the disk: ${broken.message}`);
      await (syncing ??= sync());
    }
  };

  /** Writes what is still needed to a new file, then puts it in the old one's place. */
  const compact = async () => {
    tail = [];
    const live = [...options.snapshot()];
    let next: number | undefined;
    try {
      next = openSync(temporary, "w");
      let written = writeFully(next, MAGIC);
      for (let at = 0; at < live.length; at += BATCH_ENTRIES) {
        written += writeFully(next, frame(live.slice(at, at + BATCH_ENTRIES)));
        await setImmediate();
      }
      await syncing;
      // From here to the end nothing else runs, so that no commit falls between the two files.
      for (const bytes of tail) written += writeFully(next, bytes);
      fsyncSync(next);
      renameSync(temporary, path);
      syncDirectory(options.dataDir);
      closeSync(fd);
      [fd, size] = [next, written];
      entryCount = live.length + tail.length;
      synced = appended;
      retryAboveBytes = options.compactAboveBytes;
    } catch (error) {
      options.warn(`the journal could not be compacted, it goes on growing: ${String(error)}`);
      if (next !== undefined) closeSync(next);
      rmSync(temporary, { force: true });
      retryAboveBytes = 2 * size;
    } finally {
      tail = [];
      compaction = undefined;
    }
  };

  if (size > retryAboveBytes && entryCount > ENTRIES_PER_LIVE_ONE * options.countLive()) {
    compaction = compact();
    await compaction;
  }

  return {
    append,
    settled,
    async close() {
      await compaction;
      await syncing;
      if (!broken) fdatasyncSync(fd);
      closeSync(fd);
    },
  };
}

function replay(path: string, { apply, warn }: JournalOptions): { size: number; entries: number } {
  const bytes = readFileSync(path);
  if (bytes.length < MAGIC.length && MAGIC.subarray(0, bytes.length).equals(bytes))
    return { size: 0, entries: 0 };
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error(`${path} is not a journal of this store`);
  let at = MAGIC.length;
  let entries = 0;
  while (at + FRAME_HEADER_BYTES <= bytes.length) {
    const start = at + FRAME_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    if (crc32(bytes.subarray(start, end)) !== bytes.readUInt32LE(at + 4)) {
      throw new Error(`${path} is damaged at byte ${at}: restore it, or delete it to start empty`);
    }
    for (let position = start; position < end; entries++) {
      const [entry, size] = readDocument(bytes, position);
      apply(entry as JournalEntry);
      position += size;
    }
    at = end;
  }
  if (at < bytes.length) {
    warn(`dropped ${bytes.length - at} bytes of a commit that a crash cut short`);
    const fd = openSync(path, "r+");
    ftruncateSync(fd, at);
    closeSync(fd);
  }
  return { size: at, entries };
}

function frame(entries: readonly JournalEntry[]): Buffer {
  const body = Buffer.concat(entries.map((entry) => serialize(entry, { ignoreUndefined: true })));
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

/** @returns the number of bytes, all of them */
function writeFully(fd: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  return bytes.length;
}

function syncDirectory(path: string): void {
  const fd = openSync(path, "r");
  fsyncSync(fd);
  closeSync(fd);
}
