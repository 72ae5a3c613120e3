/** `npm run gate`: operators read and change what the version gate publishes. */
import { CONTRACT_PORTS } from "../../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../../dev/start/running-platform.ts";
import { readOrExplain } from "../../usage.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import {
  type AskingCommand,
  noAddress,
  nothingAnswers,
  tokenMissing,
  tokenRefused,
} from "../what-is-missing.ts";
import { GATE_USAGE, type GateCommand, parseGateArguments, requestOf } from "./gate-command.ts";

const GATE = "version-gate";
const USUAL = `http://127.0.0.1:${CONTRACT_PORTS.services[GATE].internal}`;
const TIMEOUT_MS = 10_000;
const UNAUTHORIZED = 401;

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
  message?: string;
}

/** Asks the gate. @returns its answer, or the line that says why there is none */
async function answerOf(
  command: GateCommand,
  url: string,
  token: string,
  askingCommand: AskingCommand,
): Promise<{ answer: unknown } | { fault: string }> {
  let status: number;
  let reply: Reply;
  try {
    const response = await fetch(new URL("/graphql", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(requestOf(command)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    reply = (await response.json()) as Reply;
  } catch {
    return { fault: nothingAnswers(askingCommand, url) };
  }
  const { data, errors, message = "no data" } = reply;
  if (data && !errors) return { answer: Object.values(data)[0] };
  if (status === UNAUTHORIZED) return { fault: tokenRefused(askingCommand, `${status}: ${message}`) };
  return {
    fault: errors?.map((error) => error.message).join("; ") ?? `the gate answered ${status}: ${message}`,
  };
}

const command = await readOrExplain(GATE_USAGE, parseGateArguments);
if (command !== undefined) {
  const runningAddress = readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.services[GATE]?.internal;
  const url = command.url ?? (process.env["GATE_URL"] || runningAddress || USUAL);
  const token = process.env["COUNTERSIGN_TOKEN"];
  const askingCommand = {
    name: "gate",
    service: "gate",
    addressVariable: "GATE_URL",
    platform: runningAddress === undefined ? undefined : { data: command.data },
  };
  if (!URL.canParse("/graphql", url)) {
    console.error(noAddress(url, USUAL));
    process.exitCode = 2;
  } else if (!token) {
    console.error(tokenMissing(askingCommand));
    process.exitCode = 1;
  } else {
    const result = await answerOf(command, url, token, askingCommand);
    if ("answer" in result) console.log(JSON.stringify(result.answer, null, 2));
    else console.error(result.fault);
    process.exitCode = "answer" in result ? 0 : 1;
  }
}
