import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Formats that are compressed already. */
const COMPRESSED = new Set([".png"]);

/** A built file as it is served. */
export interface ConsoleFile {
  type: string;
  etag: string;
  body: Buffer;
  /** Absent where compression gains nothing. */
  gzip?: Buffer;
}

/** The built console. */
export interface ConsoleFiles {
  /** The page of every address, with the word `__NONCE__` where the nonce of its answer stands. */
  page: string;
  /** Files by their path below `/console/`. */
  files: ReadonlyMap<string, ConsoleFile>;
}

/** Whether the folder holds a built console. */
export const holdsConsole = (directory: string): boolean => existsSync(join(directory, "index.html"));

/**
 * Reads the built console into memory, a megabyte or two: a request then touches no file, and no path leads out of it.
 *
 * @throws Error when the folder holds no built console
 */
export function readConsoleFiles(directory: string): ConsoleFiles {
  if (!holdsConsole(directory)) {
    throw new Error(`CONSOLE_DIR: ${directory} holds no index.html; npm run console:build makes it`);
  }
  const files = globSync("**/*", { cwd: directory })
    .filter((name) => statSync(join(directory, name)).isFile())
    .filter((name) => name !== "index.html" && TYPES[extname(name)] !== undefined)
    .map((name): [string, ConsoleFile] => [name.replaceAll("\\", "/"), fileOf(join(directory, name))]);
  return { page: readFileSync(join(directory, "index.html"), "utf8"), files: new Map(files) };
}

function fileOf(path: string): ConsoleFile {
  const body = readFileSync(path);
  const extension = extname(path);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const common = { type: TYPES[extension]!, etag, body };
  return COMPRESSED.has(extension) ? common : { ...common, gzip: gzipSync(body, { level: 9 }) };
}
