import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SECRET_FILE } from "../identity/development-identity.ts";

/** Empties the data directory. The development secret stays, so that tokens printed before go on working. */
export function emptyDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  for (const name of readdirSync(dataDir)) {
    if (name !== SECRET_FILE) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
