/** `npm run directory`: operators import people, departments and groups. Exit code 1 when a line was refused. */
import { runOnStore } from "../run-on-store.ts";
import { DIRECTORY_USAGE, parseDirectoryArguments } from "./directory-command.ts";
import { importDirectory } from "./import-directory.ts";

await runOnStore({
  name: "directory",
  usage: DIRECTORY_USAGE,
  parse: parseDirectoryArguments,
  run: (store, task) => importDirectory(store, task, (line) => console.log(line)),
});
