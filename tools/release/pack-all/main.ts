/** `npm run pack:all [-- --out DIR]`: the packages for other repositories, each as one archive, into `dist/`. */
import { resolve } from "node:path";
import { makeFolder } from "../../make-folder.ts";
import { optionsOrExit } from "../../usage.ts";
import { buildKit } from "../kit/build-kit.ts";
import { packFolder } from "../kit/pack-folder.ts";
import { buildFile, FILE_PACKAGES } from "./build-file.ts";

const USAGE = `Packs the owner kit, the version gate's client and the check of grants, each as one archive, and prints their paths.

usage: npm run --silent pack:all [-- --out <dir>]

  --out <dir>  the folder of the archives (dist)`;

const { values } = await optionsOrExit(USAGE, { options: { out: { type: "string", default: "dist" } } });
const outDir = resolve(values.out);
try {
  makeFolder(outDir);
  const folders = [buildKit(outDir), ...FILE_PACKAGES.map((filePackage) => buildFile(filePackage, outDir))];
  for (const folder of folders) console.log(packFolder(folder, outDir));
} catch (error) {
  console.error(`the packages cannot be packed into ${outDir}: ${(error as Error).message}`);
  process.exitCode = 1;
}
