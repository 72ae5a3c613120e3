import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildConsole } from "./build-console.ts";

const FIRST_LOAD_MAX_BYTES = 260 * 1024;
const BUILD_TIMEOUT_MS = 60_000;

it(
  "is built once for the same sources, and its first load is small [CON-1]",
  async () => {
    const { directory } = await buildConsole();
    expect(await buildConsole()).toEqual({ directory, cached: true });
    const page = readFileSync(join(directory, "index.html"), "utf8");
    const named = [...page.matchAll(/\/console\/(assets\/[^"]+)/gu)].map(([, name]) => name!);
    const english = readdirSync(join(directory, "assets")).filter((name) => name.startsWith("en-"));
    expect(named.length).toBeGreaterThan(1);
    expect(english).toHaveLength(1);
    const files = [...named, `assets/${english[0]}`].map((name) => readFileSync(join(directory, name)));
    const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
    console.log(`console: first load ${Math.round(bytes / 1024)} KB compressed, of 260 KB`);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);
    expect(page).not.toMatch(/<script(?![^>]* src=)/u);
  },
  BUILD_TIMEOUT_MS,
);
