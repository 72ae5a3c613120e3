/** `npm run kit:pack [-- --out DIR]`: the owner kit as one archive, for services outside of this repository, into `dist/`. */
import { resolve } from "node:path";
import { buildKit } from "./build-kit.ts";
import { packFolder } from "./pack-folder.ts";
import { makeFolder } from "../../make-folder.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Packs the owner kit with the libraries that it needs as one archive, and prints its path.

usage: npm run --silent kit:pack [-- --out <dir>]

  --out <dir>  the folder of the archive (dist)`;

const { values } = await optionsOrExit(USAGE, { options: { out: { type: "string", default: "dist" } } });
const outDir = resolve(values.out);
try {
  makeFolder(outDir);
  console.log(packFolder(buildKit(outDir), outDir));
} catch (error) {
  console.error(`the kit cannot be packed into ${outDir}: ${(error as Error).message}`);
  process.exitCode = 1;
}
