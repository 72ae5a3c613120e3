import { readOptions, UsageError } from "../../usage.ts";

export const WORKFLOWS_USAGE = `Keeps workflows as a file: reads them into it, compares it with them, and publishes what differs. People stand in the
file by e-mail and id, groups by name and id; docs/workflows-as-code.md describes it.

usage: npm run workflows -- export <file.yaml>  writes the company's workflows into the file
       npm run workflows -- diff <file.yaml>    says what apply would change
       npm run workflows -- apply <file.yaml>   publishes each workflow that differs; those that the file lacks stay

  --workflow <name or id>  export: only this workflow; may be given several times
  --dry-run                apply: says what it would do, and publishes nothing
  --expect-version <n>     diff, apply: the workflow is at version n, 0 of a new one; the file has one workflow
  --allow                  apply: publishes stages that nobody can decide, too
  --url <url>              the public address of the engine (ENGINE_URL; unless it is set, that of "npm start")
  --data <dir>             data directory of that "npm start", if it was given one

COUNTERSIGN_TOKEN is a token of the engine's audience for somebody who may edit workflows. Exit code 1: a fault in the
file, or the engine refused or did not answer; 2: wrong arguments, or drift, that is: diff has found differences, or a
workflow is at another version than expected, or was changed meanwhile. Standard error says which.`;

interface Place {
  file: string;
  url?: string | undefined;
  data?: string | undefined;
}

export type WorkflowsCommand = Place &
  (
    | { do: "export"; only: readonly string[] }
    | { do: "diff"; expectVersion?: number | undefined }
    | { do: "apply"; expectVersion?: number | undefined; dryRun: boolean; allow: boolean }
  );

const OPTIONS_OF: Readonly<Record<WorkflowsCommand["do"], readonly string[]>> = {
  export: ["workflow"],
  diff: ["expect-version"],
  apply: ["expect-version", "dry-run", "allow"],
};

/**
 * Reads the arguments of `npm run workflows`.
 *
 * @throws UsageError
 */
export function parseWorkflowsArguments(args: string[]): WorkflowsCommand {
  const { positionals, values } = readOptions({
    args,
    options: {
      workflow: { type: "string", multiple: true },
      "dry-run": { type: "boolean" },
      "expect-version": { type: "string" },
      allow: { type: "boolean" },
      url: { type: "string" },
      data: { type: "string" },
    },
    allowPositionals: true,
  });
  const [command = "", file, ...otherArguments] = positionals;
  if (!isCommand(command)) throw new UsageError("expected export, diff or apply");
  if (file === undefined || otherArguments.length > 0) throw new UsageError("expected one file");
  const { url, data, ...ownOptions } = values;
  const foreign = Object.keys(ownOptions).find((name) => !OPTIONS_OF[command].includes(name));
  if (foreign !== undefined) throw new UsageError(`${command} does not take --${foreign}`);
  const place = { file, url, data };
  const expectVersion = versionIn(ownOptions["expect-version"]);
  if (command === "export") return { ...place, do: command, only: ownOptions.workflow ?? [] };
  if (command === "diff") return { ...place, do: command, expectVersion };
  const { "dry-run": dryRun = false, allow = false } = ownOptions;
  return { ...place, do: command, expectVersion, dryRun, allow };
}

const isCommand = (name: string): name is WorkflowsCommand["do"] => Object.hasOwn(OPTIONS_OF, name);

function versionIn(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/u.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--expect-version ${text}: expected a whole number`);
}
