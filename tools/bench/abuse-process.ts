import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** Repeats a request, and reads the answers. */
export interface Flood {
  kind: "flood";
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  /** Requests in flight at a time. */
  loops: number;
}

/** Connections that write raw bytes. The attacker reopens those that the server closes. */
export interface Crowd {
  kind: "crowd";
  url: string;
  connections: number;
  /** Bytes written at first, and bytes repeated as long as the server takes them; base64. */
  first: string;
  endless?: string;
  /** Bytes written once the service has sent this text, up to which the attacker reads; base64. */
  answer?: { to: string; write: string };
  reads: boolean;
  /** Texts of the service; counted once for each connection that got them. */
  looksFor?: readonly string[];
}

export type Attack = Flood | Crowd;

/** Counts of answers by status, or of connections by their end. */
export interface Attacked {
  counts: Record<string, number>;
  /** Largest number of bytes of one answer or connection. */
  largestBytes: number;
}

const PAUSE_MS = 50;
/** Largest length of a searched text. */
const LONGEST_TEXT = 100;
const counts: Record<string, number> = {};
let largestBytes = 0;
const stopping = new AbortController();
const isStopped = () => stopping.signal.aborted;
const count = (answerText: string | number | undefined) => {
  if (Object.keys(counts).length === 0) process.send?.("answered");
  counts[answerText ?? "error"] = (counts[answerText ?? "error"] ?? 0) + 1;
};

async function inLoops(loops: number, act: () => Promise<unknown>): Promise<void> {
  const loop = async () => {
    while (!isStopped()) {
      try {
        await act();
      } catch (error) {
        if (isStopped()) return;
        count((error as { code?: string }).code);
        await delay(PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}

/** Reads and discards answers: parsing them would use the victim's cores. */
async function flood({ url, method, headers, body, loops }: Flood): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: loops });
  stopping.signal.addEventListener("abort", () => agent.destroy());
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const clientRequest = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => {
          largestBytes = Math.max(largestBytes, bytes);
          count(answer.statusCode);
          resolve();
        });
        answer.on("error", reject);
      });
      clientRequest.on("error", reject);
      clientRequest.end(body);
    });
  await inLoops(loops, ask);
}

/** Searches the incoming text, and keeps only enough for a text that is cut in two. */
function createListener({ answer, looksFor = [] }: Crowd, onAnswer: (bytes: Buffer) => void) {
  const waitingTexts = new Set([...(answer ? [answer.to] : []), ...looksFor]);
  let tail = "";
  return (chunk: Buffer | null) => {
    if (waitingTexts.size === 0) return;
    const text = tail + (chunk?.toString("latin1") ?? "");
    for (const heardText of [...waitingTexts].filter((wantedText) => text.includes(wantedText))) {
      waitingTexts.delete(heardText);
      if (looksFor.includes(heardText)) count(heardText);
      if (answer?.to === heardText) onAnswer(Buffer.from(answer.write, "base64"));
    }
    tail = text.slice(-LONGEST_TEXT);
  };
}

async function crowd(order: Crowd): Promise<void> {
  const { url, connections, answer, reads, ...writtenText } = order;
  const { hostname: host, port } = new URL(url);
  const first = Buffer.from(writtenText.first, "base64");
  const endless = Buffer.from(writtenText.endless ?? "", "base64");
  await inLoops(connections, async () => {
    const socket = connect({ host, port: Number(port), allowHalfOpen: !reads });
    socket.on("error", () => undefined);
    const socketClose = once(socket, "close");
    const listen = createListener(order, (bytes) => {
      if (!reads) socket.pause();
      socket.write(bytes);
    });
    const leave = () => {
      listen(socket.read() as Buffer | null);
      socket.destroy();
    };
    stopping.signal.addEventListener("abort", leave);
    if (reads || answer) socket.on("data", listen);
    socket.write(first);
    const goOn = () => {
      while (endless.length > 0 && socket.writable && socket.write(endless));
    };
    socket.on("drain", goOn);
    goOn();
    await socketClose;
    largestBytes = Math.max(largestBytes, socket.bytesRead);
    stopping.signal.removeEventListener("abort", leave);
    if (isStopped()) return;
    count("closed by the service");
    await delay(PAUSE_MS);
  });
}

// An abuser has a machine of their own: what theirs does is not what the service lets them do to others.
setPriority(constants.priority.PRIORITY_LOW);
process.send?.("ready");
const [attack] = (await once(process, "message")) as [Attack];
process.once("message", () => stopping.abort());
process.send?.("begun");
process.once("disconnect", () => process.exit());
await (attack.kind === "flood" ? flood(attack) : crowd(attack));
process.send?.({ counts, largestBytes } satisfies Attacked, () => process.exit());
