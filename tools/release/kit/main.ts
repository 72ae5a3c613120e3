/** `npm run kit:pack [-- --out DIR]`: the owner kit as one archive, for services outside of this repository, into `dist/`. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildKit } from "./build-kit.ts";

const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
const outDir = resolve(values.out);
mkdirSync(outDir, { recursive: true });
const folder = buildKit(outDir);
const archive = execFileSync("npm", ["pack", "--silent", "--pack-destination", outDir], {
  cwd: folder,
  encoding: "utf8",
});
console.log(join(outDir, archive.trim()));
