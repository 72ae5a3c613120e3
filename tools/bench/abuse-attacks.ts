import type { Attack, Attacked, Crowd, Flood } from "./abuse-process.ts";
import type { AbusedService, AbuseTarget } from "./abuse-target.ts";
import { type Caller, submitter } from "./approval-runs.ts";

/** One row of the table: a surface and an attacker's habit. */
export interface AbuseHabit {
  /** Prefix of the names of its figures. */
  name: string;
  surface: string;
  habit: string;
  service: AbusedService;
  withBroker?: boolean;
  /** Largest allowed growth of the process's memory, MB. */
  memoryGrowthMb: number;
  /** Prepares the store where needed, and returns the attack. */
  attack: (target: AbuseTarget, quick: boolean) => Promise<Attack>;
  /** Whether the attack reached its target as the row describes; otherwise its figures mean nothing. */
  met?: (outcome: Attacked) => boolean;
}

/** The service sent this text at least once, such as a status. */
export const hasText =
  (text: string): NonNullable<AbuseHabit["met"]> =>
  ({ counts }) =>
    (counts[text] ?? 0) > 0;
/** All of a flood was answered with this status. */
export const hasStatus =
  (status: string): NonNullable<AbuseHabit["met"]> =>
  ({ counts }) =>
    (counts[status] ?? 0) > 0 && !Object.keys(counts).some((otherStatus) => otherStatus.startsWith("2"));
/** Start of an answer, in a crowd. */
export const OK = "HTTP/1.1 200 ";
/** Text on an admitted socket. */
export const ACK = "connection_ack";

/** Requests of an attacker at a time: more than are served together. */
export const LOOPS = 32;
export const JSON_TYPE = { "content-type": "application/json" };
const MCP_TYPES = { ...JSON_TYPE, accept: "application/json, text/event-stream" };

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  },
};

export async function headersOf(target: AbuseTarget, caller: Caller): Promise<Record<string, string>> {
  return { authorization: await target.bearer(caller), ...MCP_TYPES };
}

export async function floodOf(target: AbuseTarget, body: object, path = "/graphql"): Promise<Flood> {
  const headers = await headersOf(target, submitter);
  return {
    kind: "flood",
    url: `${target.url}${path}`,
    method: "POST",
    headers,
    body: JSON.stringify(body),
    loops: LOOPS,
  };
}

export const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");

/** Connections that never read their answers. */
export function crowdOf({ url }: AbuseTarget, connections: number, first: string, endless = ""): Crowd {
  return { kind: "crowd", url, connections, first: base64(first), endless: base64(endless), reads: false };
}

/** A request as bytes. */
export async function httpRequest(target: AbuseTarget, line: string, body: string): Promise<string> {
  const length = String(body.length);
  const headers = { host: "x", ...(await headersOf(target, submitter)), "content-length": length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

export const UPGRADE = [
  "GET /graphql HTTP/1.1",
  "host: x",
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-protocol: graphql-transport-ws",
  "\r\n",
].join("\r\n");
const [LENGTH_16, LENGTH_64, LENGTH_16_MAX, SHORT_MAX] = [126, 127, 65_535, 125];

/** A text frame of a client, masked with zeros, of ASCII; one character a byte. */
export function frameOf(text: string): string {
  const { length } = text;
  const head = Buffer.alloc(length <= SHORT_MAX ? 2 : length <= LENGTH_16_MAX ? 4 : 10);
  head[0] = 0x81;
  head[1] = 0x80 | (length <= SHORT_MAX ? length : length <= LENGTH_16_MAX ? LENGTH_16 : LENGTH_64);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return `${head.toString("latin1")}\0\0\0\0${text}`;
}

/** The first message of a socket, which brings the token. */
export async function initOf(target: AbuseTarget): Promise<string> {
  const authorization = await target.bearer(submitter);
  return frameOf(JSON.stringify({ type: "connection_init", payload: { authorization } }));
}

/** An open session of Streamable HTTP. */
export async function sessionOf(target: AbuseTarget, caller: Caller): Promise<string> {
  const headers = await headersOf(target, caller);
  const answer = await fetch(`${target.url}/api/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify(INITIALIZE),
  });
  await answer.text();
  return answer.headers.get("mcp-session-id")!;
}
