import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { startGate } from "./gate-targets.ts";
import { rounded } from "./measure.ts";
import type { BenchTable } from "./suite.ts";

const CLIENTS = 64;

/**
 * Has devices ask for an update.
 *
 * @param percent - the roll-out's setting for iOS, which the devices' version is below
 */
export async function measureRollout(
  env: Readonly<Record<string, string>>,
  { devices, percent }: { devices: number; percent: number },
) {
  const gate = await startGate(env);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const waiting = Array.from({ length: devices }, (_, device) => `device-${device}`).values();
  let reached = 0;

  async function client(): Promise<void> {
    for (const device of waiting) {
      const url = `${gate.url}/check?platform=ios&version=0.9.1&device=${device}`;
      const [response] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
      const { status } = (await json(response)) as { status?: string };
      if (status === "UPDATE_AVAILABLE") reached += 1;
      else if (status !== "OK") throw new Error(`${device} was answered ${response.statusCode} ${status}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    agent.destroy();
    await gate.stop();
  }
  const share = (reached / devices) * 100;
  const table: BenchTable = {
    title: "The roll-out of a version",
    columns: ["setting %", "devices", "reached", "reached %"],
    rows: [[percent, devices, reached, share]],
  };
  return { figures: { rolloutShareOff: rounded(Math.abs(share - percent)) }, table };
}
