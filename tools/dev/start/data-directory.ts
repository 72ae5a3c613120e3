import { mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "@countersign/embedded-store";
import { ConfigError } from "@countersign/service-kit/config";
import { makeFolder } from "../../make-folder.ts";
import { SECRET_FILE } from "../identity/development-identity.ts";

/** The directory of the embedded store's log. */
export const storeDirectory = (dataDir: string): string => join(dataDir, "store");

/** The folder of mails that `--mail` keeps. */
export const mailDirectory = (dataDir: string): string => join(dataDir, "mail");

/**
 * Makes the data directory, and tries whether files can be made in it.
 *
 * @throws ConfigError that names `--data`
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, ".try-")));
  } catch (error) {
    const reason = (error as Error).message;
    throw new ConfigError([
      `the data directory ${dataDir} cannot be used: ${reason}; choose another one with -- --data <dir>`,
    ]);
  }
}

/**
 * Empties the data directory. The development secret stays, so that tokens printed before go on working.
 *
 * @throws Error when another process uses the store in it; nothing is removed then
 */
export function emptyDataDirectory(dataDir: string): void {
  makeFolder(storeDirectory(dataDir));
  // The lock goes with the directory.
  lockDirectory(storeDirectory(dataDir));
  for (const name of readdirSync(dataDir)) {
    if (name !== SECRET_FILE) rmSync(join(dataDir, name), { recursive: true });
  }
}
