/** `npm run kit:pack [-- --out DIR]`: the owner kit as one archive, for services outside of this repository, into `dist/`. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildKit } from "./build-kit.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Packs the owner kit with the libraries that it needs as one archive, and prints its path.

usage: npm run --silent kit:pack [-- --out <dir>]

  --out <dir>  the folder of the archive (dist)`;

const { values } = await optionsOrExit(USAGE, { options: { out: { type: "string", default: "dist" } } });
const outDir = resolve(values.out);
mkdirSync(outDir, { recursive: true });
const folder = buildKit(outDir);
const archive = execFileSync("npm", ["pack", "--silent", "--pack-destination", outDir], {
  cwd: folder,
  encoding: "utf8",
});
console.log(join(outDir, archive.trim()));
