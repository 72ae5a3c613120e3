/** `npm run deadletters`: operators read the messages that consumers gave up, and publish them again. */
import { connectToBroker } from "@countersign/bus";
import { createLogger } from "@countersign/service-kit";
import { readOrExplain } from "../../usage.ts";
import { DEADLETTERS_USAGE, parseDeadLettersArguments } from "./deadletters-command.ts";
import { openDeadLetters } from "./dead-letters.ts";
import { runDeadLetters } from "./run-dead-letters.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const environment = (name: string): string | undefined => process.env[name] || undefined;

const command = await readOrExplain(DEADLETTERS_USAGE, (args) => parseDeadLettersArguments(args, new Date()));
if (command !== undefined) {
  try {
    const credentials = environment("NATS_CREDS");
    const { nats } = await connectToBroker({
      servers: environment("NATS_URL") ?? "nats://127.0.0.1:4222",
      ...(credentials !== undefined && { credentials }),
      name: "deadletters",
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      logger: createLogger({ name: "deadletters", level: "silent" }),
    });
    try {
      const letters = await openDeadLetters(nats, environment("NATS_PREFIX") ?? "");
      process.exitCode = (await runDeadLetters(letters, command, (line) => console.log(line))) ? 0 : 1;
    } finally {
      await nats.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
