import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/testing";
import { superviseProcess, type SupervisedProcess } from "./supervised-process.ts";

/** The owner whose events are posted. */
export const WEBHOOK_OWNER = "legal";

/** The receiver of an owner's webhooks, a process that may be killed at any time. */
export interface Receiver {
  process: SupervisedProcess<unknown>;
  /** The configuration of engines that post to it. */
  environment: Readonly<Record<string, string>>;
  /** The events that it has applied, in order, each with its document: `<refId> <event id>`. */
  applied(): string[];
}

/** Starts the receiver. @param directory of its file; @param onDeath called when it ended by itself */
export async function startReceiver(directory: string, onDeath: () => void): Promise<Receiver> {
  const [port, file] = [await freePort(), join(directory, "applied")];
  const secret = randomBytes(32).toString("base64");
  const receiver = superviseProcess<unknown>({
    main: "tools/faults/receiver-process.ts",
    env: { WEBHOOK_SECRET: secret },
    args: () => ["--port", String(port), "--file", file],
    onSuicide: onDeath,
  });
  await receiver.ready();
  const webhook = { url: `http://127.0.0.1:${port}/`, secrets: [`whsec_${secret}`] };
  return {
    process: receiver,
    environment: { OWNER_WEBHOOKS: JSON.stringify({ [WEBHOOK_OWNER]: webhook }), WEBHOOK_PRIVATE: "on" },
    applied: () => readFileSync(file, "utf8").split("\n").slice(0, -1),
  };
}
