import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { MESSAGES } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import type { Replica, World } from "./world.ts";

const PAUSE_MS = 20;
const REQUEST_TIMEOUT_MS = 5_000;
const SOCKETS = 20;
const ENGINES = ["engine-1", "engine-2"] as const;
/** Queries the company's tasks with everything a page can hold, and with more than is allowed. */
const QUERIES = [
  "{ workflowTaskPage(input: { take: 100 }) { data { _id canUpdateStatus approvals { _id approver { name } } } } }",
  `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: findMyNotifications { _id message }`).join(" ")} }`,
];

/** A user of the company who harms others: expensive queries, held sockets, poison commands. */
export function startAbuser(world: World): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const heldSockets = new Set<Socket>();
  const userId = newId();
  const repeat = async (act: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      // An abuser comes back after every kill and restart.
      await act().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  };
  const ask = (replica: Replica, query: string) => async () => {
    const url = world.urlOf(replica);
    if (url === undefined) return;
    const authorization = await world.tokens.bearer({ sub: userId, companyId: world.companyId });
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const headers = { authorization, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query }), signal };
    await (await fetch(new URL("/graphql", url), init)).arrayBuffer();
  };
  const hold = (replica: Replica) => async () => {
    const url = world.urlOf(replica);
    if (url === undefined || heldSockets.size >= SOCKETS) return;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).pause();
    heldSockets.add(socket);
    socket.on("error", () => undefined).once("close", () => heldSockets.delete(socket));
    socket.write("GET /graphql HTTP/1.1\r\nhost: x\r\n");
  };
  const poison = () =>
    world.bus.publish({ subject: MESSAGES.submitCommand.address, id: randomUUID(), data: { poison: true } });

  const all = Promise.all([
    repeat(poison),
    ...ENGINES.map((replica) => repeat(hold(replica))),
    ...ENGINES.flatMap((replica) => QUERIES.map((query) => repeat(ask(replica, query)))),
  ]);
  return {
    stop: async () => {
      stopping.abort();
      for (const socket of heldSockets) socket.destroy();
      await all;
    },
  };
}
