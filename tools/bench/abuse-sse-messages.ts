import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { MESSAGES_PATH } from "@countersign/mcp-journal/sse-session";
import { type AbuseHabit, floodOf, heard, LOOPS, refused } from "./abuse-attacks.ts";
import type { Flood } from "./abuse-process.ts";
import type { AbuseTarget } from "./abuse-target.ts";
import { type Caller, occasional, submitter } from "./approval-runs.ts";

const SURFACE = "MCP over SSE, POST of a message";
const SMALLEST = { jsonrpc: "2.0", method: "x" };
const emptyObjects = (length: number) => Array.from({ length }, () => ({}));
/** Half a megabyte, and 20,000 values: the most that is allowed. */
const LARGEST = { ...SMALLEST, params: { x: emptyObjects(9_990), text: "x".repeat(490_000) } };
/** As many values as half a megabyte can hold. */
const DEAREST = { ...SMALLEST, params: { x: emptyObjects(170_000) } };

/** Attacks on the route to which the messages of SSE sessions are posted. */
export const SSE_MESSAGES: readonly AbuseHabit[] = [
  {
    name: "sseMessagesSmallest",
    surface: SURFACE,
    habit: `sends the smallest, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: (target) => floodOfMessages(target, submitter, SMALLEST),
    met: heard("202"),
  },
  {
    name: "sseMessagesLargest",
    surface: SURFACE,
    habit: `sends the largest, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 300,
    attack: (target) => floodOfMessages(target, submitter, LARGEST),
    met: heard("202"),
  },
  {
    name: "sseMessagesDearest",
    surface: SURFACE,
    habit: `sends the dearest to read (half a megabyte of empty objects), ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: (target) => floodOfMessages(target, submitter, DEAREST),
    met: refused("400"),
  },
  {
    name: "sseMessagesOfAnother",
    surface: SURFACE,
    habit: `repeats another's session id with the largest, ${LOOPS} at a time`,
    service: "journal",
    memoryGrowthMb: 150,
    attack: (target) => floodOfMessages(target, occasional, DEAREST),
    met: refused("400"),
  },
];

/** The attacker's messages to another user's session. */
async function floodOfMessages(target: AbuseTarget, owner: Caller, message: object): Promise<Flood> {
  return floodOf(target, message, await openStream(target, owner));
}

/** Opens a stream that is read until the service ends. @returns the address for its messages */
async function openStream(target: AbuseTarget, owner: Caller): Promise<string> {
  const asked = request(`${target.url}/api/mcp/sse`, {
    headers: { authorization: await target.bearer(owner) },
  }).end();
  const [stream] = (await once(asked, "response")) as [IncomingMessage];
  const [first] = (await once(stream.setEncoding("utf8"), "data")) as [string];
  const path = /^data: (\S+)$/m.exec(first)?.[1];
  if (!path?.startsWith(MESSAGES_PATH)) throw new Error(`no address for messages: ${first}`);
  stream.on("error", () => undefined).resume();
  return path;
}
