/** `npm run console:build [-- --out <dir>]`: builds the console, and prints the folder of its files. */
import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildConsole } from "./build-console.ts";

const { values } = parseArgs({ options: { out: { type: "string" } } });
const { directory } = await buildConsole();
if (values.out === undefined) {
  console.log(directory);
} else {
  cpSync(directory, resolve(values.out), { recursive: true });
  console.log(resolve(values.out));
}
