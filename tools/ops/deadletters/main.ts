/** `npm run deadletters`: operators read the messages that consumers gave up, and publish them again. */
import { BusUnavailable, connectToBroker } from "@countersign/bus";
import { createLogger } from "@countersign/service-kit";
import { readRunningPlatform } from "../../dev/start/running-platform.ts";
import { lineToType } from "../../line-to-type.ts";
import { readOrExplain } from "../../usage.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import {
  DEADLETTERS_USAGE,
  type DeadLettersCommand,
  parseDeadLettersArguments,
} from "./deadletters-command.ts";
import { openDeadLetters } from "./dead-letters.ts";
import { runDeadLetters } from "./run-dead-letters.ts";

/** One attempt: somebody waits for the answer. */
const CONNECT_TIMEOUT_MS = 0;
const environment = (name: string): string | undefined => process.env[name] || undefined;
const withBroker = (): string => lineToType("deadletters", { NATS_URL: "nats://…" });

/** @throws Error that says how to name the broker, or to start a platform on one */
async function run(command: DeadLettersCommand): Promise<boolean> {
  const servers = environment("NATS_URL");
  if (servers === undefined && readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.bus === "in-process") {
    const ways = `Start it with npm start -- --processes, which takes a NATS server, or type: ${withBroker()}`;
    throw new Error(
      `the "npm start" of this machine runs without a broker, which keeps dead letters. ${ways}`,
    );
  }
  const credentials = environment("NATS_CREDS");
  const { nats } = await connectToBroker({
    servers: servers ?? "nats://127.0.0.1:4222",
    ...(credentials !== undefined && { credentials }),
    name: "deadletters",
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    logger: createLogger({ name: "deadletters", level: "silent" }),
  });
  try {
    const letters = await openDeadLetters(nats, environment("NATS_PREFIX") ?? "");
    return await runDeadLetters(letters, command, (line) => console.log(line));
  } finally {
    await nats.close();
  }
}

const command = await readOrExplain(DEADLETTERS_USAGE, (args) => parseDeadLettersArguments(args, new Date()));
if (command !== undefined) {
  try {
    process.exitCode = (await run(command)) ? 0 : 1;
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof BusUnavailable ? `${message}. Type: ${withBroker()}` : message);
    process.exitCode = 1;
  }
}
