import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { serialize } from "bson";
import type { JournalEntry } from "./journal-entries.ts";
import { readDocument } from "./wire.ts";

/** First bytes of the file: what it is, and the version of its layout. */
export const MAGIC = Buffer.from("CSTORE01");
/** Length and checksum of what follows. */
const FRAME_HEADER_BYTES = 8;

/** What a file holds after a replay. */
export interface Replayed {
  sizeBytes: number;
  entryCount: number;
}

/**
 * Reads a journal from its start. A frame at its end that a crash cut short is cut off.
 *
 * @throws Error for a file of another kind, or one that is damaged before its end
 */
export function replayFile(
  path: string,
  apply: (entry: JournalEntry) => void,
  warn: (message: string) => void,
): Replayed {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (bytes.length < MAGIC.length && MAGIC.subarray(0, bytes.length).equals(bytes)) {
    return { sizeBytes: 0, entryCount: 0 };
  }
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error(`${path} is not a journal of this store`);
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
      apply(entry as JournalEntry);
      position += size;
    }
    at = end;
  }
  if (at < bytes.length) {
    const copy = `${path}.dropped`;
    writeFileSync(copy, bytes.subarray(at));
    warn(`dropped ${bytes.length - at} bytes of a commit that a crash cut short; they are in ${copy}`);
    const fd = openSync(path, "r+");
    ftruncateSync(fd, at);
    closeSync(fd);
  }
  return { sizeBytes: at, entryCount };
}

/** The bytes of a commit. */
export function encodeFrame(entries: readonly JournalEntry[]): Buffer {
  const body = Buffer.concat(entries.map((entry) => serialize(entry, { ignoreUndefined: true })));
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

/** @returns the number of bytes written, all of them */
export function writeFully(fd: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  return bytes.length;
}

/** Makes a rename in a directory survive a power failure. */
export function syncDirectory(path: string): void {
  // Windows does not open directories, and needs no such sync.
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  fsyncSync(fd);
  closeSync(fd);
}
