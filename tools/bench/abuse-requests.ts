import { RPC } from "@countersign/contracts";
import { type AbuseHabit, base64 } from "./abuse-attacks.ts";
import type { Crowd } from "./abuse-process.ts";

const CONNECTIONS = 4;
/** The largest message that a broker takes by default. */
const BROKER_MAX_BYTES = 1_048_576;
/** The largest that a service reads. */
const READ_MAX_BYTES = 524_288;
/** Number of smallest requests in one write. */
const SMALLEST_AT_ONCE = 2_000;
const INBOX = "_INBOX.abuse";
/** Requests with a reply subject; the attacker never reads the answers. */
const GREETING = `CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${INBOX} 1\r\n`;

const requestOf = (payload: string) =>
  `PUB ${RPC.submit.subject} ${INBOX} ${payload.length}\r\n${payload}\r\n`;

/** Writes requests as fast as the broker takes them, and reads nothing. */
const askWithoutEnd =
  (requests: string) =>
  async (target: { natsUrl: string | undefined }): Promise<Crowd> => ({
    kind: "crowd",
    url: target.natsUrl!,
    connections: CONNECTIONS,
    first: base64(GREETING),
    endless: base64(requests),
    reads: false,
  });

const row = { surface: "NATS, request/reply", service: "engine", withBroker: true } as const;

/** Attacks of a broker's client on a service that answers requests. */
export const REQUEST_HABITS: readonly AbuseHabit[] = [
  {
    ...row,
    name: "natsRequestSmallest",
    habit: `sends the smallest without end on ${CONNECTIONS} connections, and never reads an answer`,
    memoryGrowthMb: 200,
    attack: askWithoutEnd(requestOf("{}").repeat(SMALLEST_AT_ONCE)),
  },
  {
    ...row,
    name: "natsRequestLargest",
    habit: `sends the largest that is read (512 KB) without end on ${CONNECTIONS} connections`,
    memoryGrowthMb: 250,
    attack: askWithoutEnd(requestOf(`{"companyId":"${"x".repeat(READ_MAX_BYTES - 16)}"}`)),
  },
  {
    ...row,
    name: "natsRequestDearest",
    habit: `sends the dearest to read (1 MB of empty lists) without end on ${CONNECTIONS} connections`,
    memoryGrowthMb: 250,
    attack: askWithoutEnd(requestOf(`[${"[],".repeat(Math.floor(BROKER_MAX_BYTES / 3) - 1)}[]]`)),
  },
];
