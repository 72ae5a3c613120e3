import { extname } from "node:path";
import { readOptions, UsageError } from "../../usage.ts";

export const DIRECTORY_USAGE = `Imports people, departments and groups: compares a file with the store, and writes what differs with its next
version, its audit record and its message, which the approval engine's relay carries. Importing a file
twice changes nothing. Says what became of each line; exit code 1 if one was refused.

usage: npm run directory -- import <file.json|.csv> [--dry-run]

  --dry-run  says what would become of each line, and writes nothing

A CSV file begins with a line of column names, a JSON file is an array of objects; both in UTF-8.
The columns are in docs/company.md, under "People". The store is MONGODB_URI (unless it is set, that
of the "npm start" whose data directory is --data <dir>), its database MONGODB_DB.`;

/** The file to import. */
export interface DirectoryImport {
  file: string;
  format: "csv" | "json";
  dryRun: boolean;
}

/**
 * Reads the arguments of `npm run directory`.
 *
 * @throws UsageError
 */
export function parseDirectoryArguments(args: string[]): DirectoryImport {
  const { positionals, values } = readOptions({
    args,
    options: { "dry-run": { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [command, file, ...otherArguments] = positionals;
  if (command !== "import" || file === undefined || otherArguments.length > 0) {
    throw new UsageError("expected the command import and one file");
  }
  const format = extname(file).toLowerCase().slice(1);
  if (format !== "csv" && format !== "json") {
    throw new UsageError(`${file}: expected a file with the ending .csv or .json`);
  }
  return { file, format, dryRun: values["dry-run"] };
}
