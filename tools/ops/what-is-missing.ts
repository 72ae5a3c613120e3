import { DEMO_COMPANY, DEMO_PEOPLE } from "../dev/start/demo-company.ts";
import { lineToType } from "../line-to-type.ts";

/** A command that asks a service. */
export interface AskingCommand {
  /** Its name among the scripts of package.json. */
  name: string;
  /** The service, as people call it, such as `engine`. */
  service: string;
  /** The variable that names the service's address. */
  addressVariable: string;
  /** The data directory of the "npm start" that runs here, as it was given; undefined where none runs. */
  platform: { data: string | undefined } | undefined;
}

/** A line for somebody who gave no token: where an "npm start" runs, it works there as it stands. */
export const tokenMissing = (command: AskingCommand): string =>
  `COUNTERSIGN_TOKEN is missing, a token of the ${command.service}'s audience. ${lineWithToken(command)}`;

/** The same for a token that the service does not take. */
export const tokenRefused = (command: AskingCommand, reason: string): string =>
  `the ${command.service} does not take this COUNTERSIGN_TOKEN (${reason}). ${lineWithToken(command)}`;

function lineWithToken({ name, platform }: AskingCommand): string {
  if (platform === undefined) return `Type: ${lineToType(name, { COUNTERSIGN_TOKEN: "…" })}`;
  const directory = platform.data === undefined ? "" : ` --data '${platform.data.replaceAll("'", `'\\''`)}'`;
  const person = `--sub ${DEMO_PEOPLE.admin.userId} --company ${DEMO_COMPANY.id} --privileged`;
  const token = `"$(npm run --silent token -- ${person}${directory})"`;
  return `In the demo company: ${lineToType(name, { COUNTERSIGN_TOKEN: token })}`;
}

/** A line for somebody whose service does not answer. */
export function nothingAnswers({ name, service, addressVariable }: AskingCommand, url: string): string {
  const line = lineToType(name, { [addressVariable]: "http://…" });
  return `the ${service} does not answer at ${url}. Start the platform with npm start, or type: ${line}`;
}

/** A line for an address that is none. */
export const noAddress = (url: string, usual: string): string =>
  `${url}: expected an address such as ${usual}`;
