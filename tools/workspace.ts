import { join } from "node:path";

/** Folder of the workspace. */
export const WORKSPACE_ROOT = join(import.meta.dirname, "..");

/** Where `npm start` keeps its data unless told otherwise. */
export const DEFAULT_DATA_DIR = join(WORKSPACE_ROOT, ".data");
