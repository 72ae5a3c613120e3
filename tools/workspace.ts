import { join } from "node:path";

/** Folder of the workspace. */
export const WORKSPACE_ROOT = join(import.meta.dirname, "..");

/** The default data directory of `npm start`. */
export const DEFAULT_DATA_DIR = join(WORKSPACE_ROOT, ".data");

/** Code that Node compiled, kept for later starts. */
export const COMPILE_CACHE = join(WORKSPACE_ROOT, "node_modules/.cache/compiled");
