import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "@countersign/embedded-store";
import { SECRET_FILE } from "../identity/development-identity.ts";

/** The directory of the embedded store's log. */
export const storeDirectory = (dataDir: string): string => join(dataDir, "store");

/** The folder of mails that `--mail` keeps. */
export const mailDirectory = (dataDir: string): string => join(dataDir, "mail");

/**
 * Empties the data directory. The development secret stays, so that tokens printed before go on working.
 *
 * @throws Error when another process uses the store in it; nothing is removed then
 */
export function emptyDataDirectory(dataDir: string): void {
  mkdirSync(storeDirectory(dataDir), { recursive: true });
  // The lock goes with the directory.
  lockDirectory(storeDirectory(dataDir));
  for (const name of readdirSync(dataDir)) {
    if (name !== SECRET_FILE) rmSync(join(dataDir, name), { recursive: true });
  }
}
