import { globSync, readFileSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { buildConsole } from "./build-console.ts";
import { firstLoadOf } from "./first-load.ts";

const FIRST_LOAD_MAX_BYTES = 260 * 1024;
/** A script that all others wait for keeps a slow phone from its first picture. */
const SCRIPT_MAX_BYTES = 150 * 1024;
/** A page without what the first load has: its own code. */
const PAGE_MAX_BYTES = 12 * 1024;
const BUILD_TIMEOUT_MS = 60_000;

it(
  "is built once for the same sources, its first load is small, and other pages come with their routes [CON-1]",
  async () => {
    const { directory } = await buildConsole();
    expect(await buildConsole()).toEqual({ directory, cached: true });
    const page = readFileSync(join(directory, "index.html"), "utf8");
    const assets = readdirSync(join(directory, "assets")).filter((name) => !name.endsWith(".gz"));
    const first = firstLoadOf(directory);
    // The console's own script, the bundler's few lines, the packages, and the texts behind the styles.
    expect(first.map((name) => extname(name))).toEqual([".js", ".js", ".js", ".css", ".js", ".woff2"]);
    // The console's own, and the engine's texts, which come with the first page for privileged users.
    expect(assets.filter((name) => name.startsWith("en-"))).toHaveLength(2);
    const files = first.map((name) => readFileSync(join(directory, name)));
    const sizes = files.map((file) => gzipSync(file, { level: 9 }).length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(Math.max(...sizes)).toBeLessThan(SCRIPT_MAX_BYTES);
    console.log(`console: first load ${Math.round(bytes / 1024)} KB compressed, of 260 KB`);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);
    expect(page).not.toMatch(/<script(?![^>]* src=)/u);

    const lazy = globSync("*/*-page.tsx", { cwd: join(WORKSPACE_ROOT, "apps/console/src") })
      .map((path) => basename(path, ".tsx"))
      .filter((name) => name !== "inbox-page");
    expect(lazy.length).toBeGreaterThan(5);
    for (const name of lazy) {
      const files = assets.filter((file) => file.startsWith(`${name}-`) && file.endsWith(".js"));
      expect(files, name).toHaveLength(1);
      expect(page, `${name} is loaded with its route`).not.toContain(files[0]);
      const size = gzipSync(readFileSync(join(directory, "assets", files[0]!)), { level: 9 }).length;
      console.log(
        `console: ${name} ${(size / 1024).toFixed(1)} KB compressed, of ${PAGE_MAX_BYTES / 1024} KB`,
      );
      expect(size, name).toBeLessThan(PAGE_MAX_BYTES);
    }
  },
  BUILD_TIMEOUT_MS,
);
