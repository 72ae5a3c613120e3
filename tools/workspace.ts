import { join } from "node:path";

/** Folder of the workspace. */
export const WORKSPACE_ROOT = join(import.meta.dirname, "..");

/** The default data directory of `npm start`. */
export const DEFAULT_DATA_DIR = join(WORKSPACE_ROOT, ".data");
