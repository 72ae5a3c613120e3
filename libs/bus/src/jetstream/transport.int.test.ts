import { NATS_URL, silentLogger, waitFor } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { connectToBroker } from "./connection.ts";

const MESSAGES = 20_000;

async function connect() {
  const connection = await connectToBroker({
    servers: NATS_URL,
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
