import { NATS_URL, silentLogger, startTcpProxy, waitFor } from "@countersign/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { connectToBroker } from "./connection.ts";

const MESSAGES = 20_000;

async function connect(servers = NATS_URL) {
  const connection = await connectToBroker({
    servers,
    connectTimeoutMs: 5_000,
    logger: silentLogger,
  });
  onTestFinished(() => connection.nats.close());
  return connection.nats;
}

it("reads a flood in short turns, in order and without a loss", { tags: ["nats"] }, async () => {
  const [sender, reader] = [await connect(), await connect()];
  const heard: number[] = [];
  let [thisTurn, mostInTurn] = [0, 0];
  const endTurn = () => {
    thisTurn = 0;
  };
  reader.subscribe(`turns.${process.pid}`, {
    callback: (_, { data }) => {
      heard.push(Number(Buffer.from(data).toString()));
      if (thisTurn === 0) setImmediate(endTurn);
      thisTurn += 1;
      mostInTurn = Math.max(mostInTurn, thisTurn);
    },
  });
  await reader.flush();
  for (let n = 0; n < MESSAGES; n += 1) sender.publish(`turns.${process.pid}`, String(n));
  await waitFor(() => heard.length === MESSAGES);
  expect(heard).toEqual(Array.from({ length: MESSAGES }, (_, n) => n));
  expect(mostInTurn).toBeLessThan(2_000);
});

it("hears the next connection after one was cut in the middle of a flood", { tags: ["nats"] }, async () => {
  // By which the client says that it gave up reading.
  const complaints = vi.spyOn(console, "log");
  const { hostname, port } = new URL(NATS_URL);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  onTestFinished(() => proxy.close());
  const subject = `cut.${process.pid}`;
  const [sender, reader] = [await connect(), await connect(`nats://127.0.0.1:${proxy.port}`)];
  const heard: string[] = [];
  reader.subscribe(subject, {
    callback: (_, { data }) => {
      heard.push(Buffer.from(data).toString());
      // Slow handlers: the next connection is there before what came over the last one has been handled.
      const until = performance.now() + 0.2;
      while (performance.now() < until);
      if (heard.length !== 100) return;
      proxy.refuse();
      proxy.accept();
    },
  });
  await reader.flush();
  const events: string[] = [];
  void (async () => {
    for await (const { type } of reader.status()) events.push(type);
  })();
  for (let n = 0; n < MESSAGES; n += 1) sender.publish(subject, String(n));
  await waitFor(() => events.includes("reconnect"));
  await reader.flush();
  sender.publish(subject, "after");
  await waitFor(() => heard.includes("after"));
  expect(complaints).not.toHaveBeenCalled();
  expect(heard.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)));
});
