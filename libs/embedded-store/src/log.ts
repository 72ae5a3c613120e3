import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { serialize } from "bson";
import { fail } from "./errors.ts";
import type { LogEntry } from "./log-entries.ts";
import { readDocument } from "./wire.ts";

/** First bytes of the file: its type, and the version of its layout. */
const MAGIC = Buffer.from("CSTORE01");
/** Length and checksum of the rest of a frame. */
const FRAME_HEADER_BYTES = 8;
/** A log is rewritten once it has this many entries for each needed one. */
const ENTRIES_PER_LIVE_ONE = 3;

export interface LogOptions {
  dataDir: string;
  /** Force commits to the disk before they are acknowledged. */
  fsync: boolean;
  /** Smaller files are not worth a rewrite. */
  compactAboveBytes: number;
  apply: (entry: LogEntry) => void;
  /** Everything committed, as entries. */
  snapshot: () => Iterable<LogEntry>;
  /** How many entries {@link LogOptions.snapshot} has, roughly. */
  countLive: () => number;
  warn: (message: string) => void;
}

/** An append-only file of commits. Each is a frame with its length and checksum, written as a whole or not at all. */
export type Log = ReturnType<typeof openLog>;

/**
 * Replays the log of a directory and opens it for more.
 *
 * @throws Error for a damaged file
 */
export function openLog({ dataDir, fsync, compactAboveBytes, ...options }: LogOptions) {
  const path = join(dataDir, "journal");
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  let { sizeBytes, entryCount } = replayFile(path, options);
  let compactAbove = compactAboveBytes;
  let fd = openSync(path, "a");
  /** Set when a disk failure leaves the file's end unknown; nothing is written any more. */
  let brokenBy: Error | undefined;
  /** The last write failed, and the operator has been warned. */
  let isFailing = false;

  /** Writes the needed entries to a new file, which then replaces the old one. */
  const compact = () => {
    const frames = Array.from(options.snapshot(), (entry) => encodeFrame([entry]));
    const bytes = Buffer.concat([MAGIC, ...frames]);
    let next: number | undefined;
    try {
      next = openSync(temporary, "a");
      writeFully(next, bytes);
      fsyncSync(next);
      renameSync(temporary, path);
    } catch (error) {
      options.warn(`the log could not be compacted and goes on growing: ${String(error)}`);
      if (next !== undefined) closeSync(next);
      rmSync(temporary, { force: true });
      compactAbove = 2 * sizeBytes;
      return;
    }
    closeSync(fd);
    fd = next;
    sizeBytes = bytes.length;
    entryCount = frames.length;
    compactAbove = compactAboveBytes;
    syncDirectory(dataDir);
  };
  const compactIfWorthwhile = () => {
    if (sizeBytes > compactAbove && entryCount > ENTRIES_PER_LIVE_ONE * options.countLive()) compact();
  };

  if (sizeBytes === 0) {
    // A crash may have left a part of the first bytes.
    ftruncateSync(fd, 0);
    writeFully(fd, MAGIC);
    sizeBytes = MAGIC.length;
    syncDirectory(dataDir);
  }
  compactIfWorthwhile();
  return {
    /**
     * Writes a commit; it is in the file, or with `fsync` on the disk, when this returns.
     *
     * @throws StoreError OutOfDiskSpace; then the commit is not in the file
     */
    append(entries: readonly LogEntry[]): void {
      // First, because a snapshot shows the appended entries only once the caller has made them visible.
      compactIfWorthwhile();
      if (brokenBy) fail("OutOfDiskSpace", `the log cannot be written any more: ${brokenBy.message}`);
      const bytes = encodeFrame(entries);
      try {
        writeFully(fd, bytes);
        if (fsync) fdatasyncSync(fd);
      } catch (error) {
        try {
          ftruncateSync(fd, sizeBytes);
        } catch (failure) {
          brokenBy = failure as Error;
        }
        const message = `${path} could not be written (${String(error)}): free some space on its disk`;
        if (!isFailing) options.warn(message);
        isFailing = true;
        fail("OutOfDiskSpace", message);
      }
      isFailing = false;
      sizeBytes += bytes.length;
      entryCount += entries.length;
    },
    close(): void {
      if (!brokenBy) fdatasyncSync(fd);
      closeSync(fd);
    },
  };
}

/**
 * Reads a log from its start. A frame at its end that a crash cut short is cut off.
 *
 * @throws Error for a file of another kind, or one that is damaged before its end
 */
function replayFile(path: string, { apply, warn }: Pick<LogOptions, "apply" | "warn">) {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (bytes.length < MAGIC.length && MAGIC.subarray(0, bytes.length).equals(bytes)) {
    return { sizeBytes: 0, entryCount: 0 };
  }
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error(`${path} is not a log of this store`);
  }
  let at = MAGIC.length;
  let entryCount = 0;
  while (at + FRAME_HEADER_BYTES <= bytes.length) {
    const start = at + FRAME_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    if (crc32(bytes.subarray(start, end)) !== bytes.readUInt32LE(at + 4)) {
      throw new Error(`${path} is damaged at byte ${at}: restore it, or delete it to start empty`);
    }
    for (let position = start; position < end; entryCount++) {
      const [entry, size] = readDocument(bytes, position);
      apply(entry as LogEntry);
      position += size;
    }
    at = end;
  }
  if (at < bytes.length) {
    const copy = `${path}.dropped`;
    writeFileSync(copy, bytes.subarray(at));
    warn(`dropped ${bytes.length - at} bytes of a commit that a crash cut short; they are in ${copy}`);
    truncateSync(path, at);
  }
  return { sizeBytes: at, entryCount };
}

/** The bytes of a commit. */
function encodeFrame(entries: readonly LogEntry[]): Buffer {
  const body = Buffer.concat(entries.map((entry) => serialize(entry, { ignoreUndefined: true })));
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

function writeFully(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Makes a rename in a directory survive a power failure. */
function syncDirectory(path: string): void {
  // Windows does not open directories, and needs no such sync.
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  fsyncSync(fd);
  closeSync(fd);
}
