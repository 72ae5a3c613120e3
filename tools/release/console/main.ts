/** `npm run console:build [-- --out <dir>]`: builds the console, and prints the folder of its files. */
import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { buildConsole } from "./build-console.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Builds the files of the console, and prints their folder.

usage: npm run console:build [-- --out <dir>]

  --out <dir>  copies the files there`;

const { values } = await optionsOrExit(USAGE, { options: { out: { type: "string" } } });
const { directory } = await buildConsole();
if (values.out === undefined) {
  console.log(directory);
} else {
  cpSync(directory, resolve(values.out), { recursive: true });
  console.log(resolve(values.out));
}
