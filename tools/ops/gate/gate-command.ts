import { readOptions, UsageError } from "../../usage.ts";

export const GATE_USAGE = `Reads and changes the settings that the version gate publishes, over its internal port. Changes are those of
updateConfig: checked, audited, and served by every replica once the command has ended.

usage: npm run gate -- show                 the company's settings
       npm run gate -- set <JSON object>    changes the named fields, such as '{"iosVersion":"2.5.0"}'; null unsets one
       npm run gate -- history              the newest changes, with their ids
       npm run gate -- rollback <id>        takes the change with this id back

  --url <url>   the internal address of the gate (GATE_URL; unless it is set, that of "npm start")
  --data <dir>  data directory of that "npm start", if it was given one

COUNTERSIGN_TOKEN is a token of the gate's audience; to change something with the claim privileged. Exit code 1: the gate
refused, or did not answer; 2: wrong arguments.`;

export type GateCommand = { url?: string; data?: string } & (
  | { do: "show" }
  | { do: "set"; input: Readonly<Record<string, unknown>> }
  | { do: "history" }
  | { do: "rollback"; id: string }
);

/**
 * Reads the arguments of `npm run gate`.
 *
 * @throws UsageError
 */
export function parseGateArguments(args: string[]): GateCommand {
  const option = { type: "string" } as const;
  const { positionals, values } = readOptions({
    args,
    options: { url: option, data: option },
    allowPositionals: true,
  });
  const [command, givenArgument, ...otherArguments] = positionals;
  switch (command) {
    case "show":
    case "history":
      if (givenArgument !== undefined)
        throw new UsageError(`${command} takes nothing else, found ${givenArgument}`);
      return { ...values, do: command };
    case "set":
      if (givenArgument === undefined || otherArguments.length > 0)
        throw new UsageError("set takes one JSON object");
      return { ...values, do: command, input: fieldsIn(givenArgument) };
    case "rollback":
      if (givenArgument === undefined || otherArguments.length > 0)
        throw new UsageError("rollback takes the id of one change");
      return { ...values, do: command, id: givenArgument };
    default:
      throw new UsageError("expected show, set, history or rollback");
  }
}

function fieldsIn(text: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = undefined;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) {
    throw new UsageError(`set ${text}: expected a JSON object, such as '{"iosVersion":"2.5.0"}'`);
  }
  return read as Record<string, unknown>;
}

const TEXTS = "{ language text }";
const WINDOWS = `{ from until message ${TEXTS} }`;
const APP = (name: string): string =>
  `${name}MinimumVersion ${name}RolloutPercent ${name}Maintenance ${WINDOWS} ${name}Messages ${TEXTS}`;
const SETTINGS = `iosVersion iosForceUpdate androidVersion androidForceUpdate
  ${APP("ios")} ${APP("android")} ${APP("web")} approvalThresholdsEnabled defaultWorkflows { transactionType workflowId } updatedAt`;
const WARNED = `${SETTINGS} warnings { field message }`;

/** The GraphQL request of a command. */
export function requestOf(command: GateCommand): {
  query: string;
  variables?: Readonly<Record<string, unknown>>;
} {
  switch (command.do) {
    case "show":
      return { query: `{ config { ${SETTINGS} } }` };
    case "history":
      return {
        query:
          "{ configHistory { total data { _id action at actorId rolledBack changes { field from to } } } }",
      };
    case "set":
      return {
        query: `mutation($input: UpdateConfigInput!) { updateConfig(input: $input) { ${WARNED} } }`,
        variables: { input: command.input },
      };
  }
  return {
    query: `mutation($id: ID!) { rollbackConfig(auditId: $id) { ${WARNED} } }`,
    variables: { id: command.id },
  };
}
