/** `npm run gate`: operators read and change what the version gate publishes. */
import { CONTRACT_PORTS } from "../../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../../dev/start/running-platform.ts";
import { readOrExplain } from "../../usage.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { TOKEN_HINT } from "../token-hint.ts";
import { GATE_USAGE, type GateCommand, parseGateArguments, requestOf } from "./gate-command.ts";

const GATE = "version-gate";
const USUAL = `http://127.0.0.1:${CONTRACT_PORTS.services[GATE].internal}`;
const TIMEOUT_MS = 10_000;

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
  message?: string;
}

/** @throws Error when there is no token, and when the gate refuses or does not answer */
async function run(command: GateCommand, url: string): Promise<unknown> {
  const token = process.env["TOKEN"];
  if (!token) throw new Error(`TOKEN is missing: expected a token of the gate's audience. ${TOKEN_HINT}`);
  if (!URL.canParse("/graphql", url)) throw new Error(`${url}: expected an address such as ${USUAL}`);
  const response = await fetch(new URL("/graphql", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(requestOf(command)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`the gate does not answer at ${url}`, { cause: error });
  });
  const { data, errors, message } = (await response.json()) as Reply;
  if (!data || errors)
    throw new Error(errors?.map((one) => one.message).join("; ") ?? `${response.status}: ${message}`);
  return Object.values(data)[0];
}

const command = await readOrExplain(GATE_USAGE, parseGateArguments);
if (command !== undefined) {
  const running = readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.services[GATE]?.internal;
  try {
    const answer = await run(command, command.url ?? (process.env["GATE_URL"] || running || USUAL));
    console.log(JSON.stringify(answer, null, 2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
