import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ParsedMail, simpleParser } from "mailparser";

/** Names of files that {@link createStoredMails} wrote: the time of arrival, and a number. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d+\.eml$/u;

/** A mail of the folder. */
export interface StoredMail {
  /** Name of its file. */
  name: string;
  parsed: ParsedMail;
}

/** A folder of mails, each a file as it was sent. */
export interface StoredMails {
  /** Writes a mail whole, or nothing. */
  keep(mail: Readable): Promise<void>;
  /** The latest mails, the newest first. @param most - how many at most */
  latest(most: number): Promise<StoredMail[]>;
  /** A mail by the name of its file; undefined for a name that no mail has. */
  find(name: string): Promise<StoredMail | undefined>;
  /** The file of a mail, as it was sent. */
  sourceOf(name: string): Promise<Buffer | undefined>;
}

/** @param folder made if absent */
export async function createStoredMails(folder: string): Promise<StoredMails> {
  await mkdir(folder, { recursive: true });
  let count = 0;
  const sourceOf = async (name: string) => (NAME.test(name) ? readIfThere(join(folder, name)) : undefined);
  const find = async (name: string) => {
    const source = await sourceOf(name);
    return source && { name, parsed: await simpleParser(source) };
  };
  return {
    async keep(mail) {
      count += 1;
      const at = new Date().toISOString().replaceAll(/[:.]/gu, "-");
      const path = join(folder, `${at}-${count}.eml`);
      await pipeline(mail, createWriteStream(`${path}.part`));
      await rename(`${path}.part`, path);
    },
    async latest(most) {
      const names = (await readdir(folder)).filter((name) => NAME.test(name));
      const newest = names.toSorted(byArrival).toReversed().slice(0, most);
      const mails = await Promise.all(newest.map(find));
      return mails.filter((mail) => mail !== undefined);
    },
    find,
    sourceOf,
  };
}

/** By time, then by number: of two that came in the same millisecond the second is the later one. */
const byArrival = (left: string, right: string): number => left.localeCompare(right, "en", { numeric: true });

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
