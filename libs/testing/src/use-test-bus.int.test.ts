import { randomUUID } from "node:crypto";
import { STREAMS } from "@countersign/contracts";
import { connect } from "nats";
import { afterAll, describe, expect, it } from "vitest";
import { NATS_URL } from "./nats.ts";
import { useTestBus } from "./use-test-bus.ts";
import { waitFor } from "./wait-for.ts";

async function streamsOf(prefix: string): Promise<string[]> {
  const connection = await connect({ servers: NATS_URL });
  const manager = await connection.jetstreamManager();
  const names = await Array.fromAsync(manager.streams.names());
  await connection.close();
  return names.filter((name) => name.includes(prefix));
}

describe.each([
  { adapter: "in-process" as const, tags: [] },
  { adapter: "nats" as const, tags: ["nats"] },
])("a test bus, $adapter", ({ adapter, tags }) => {
  describe("in a suite", { tags }, () => {
    // Hooks run in reverse order, so this one runs after the helper's.
    afterAll(async () => {
      if (adapter === "nats") expect(await streamsOf(broker.prefix)).toEqual([]);
    });
    const broker = useTestBus(adapter);

    it("carries a message of the platform's streams to a replica", async () => {
      const replica = await broker.open();
      const subjects: string[] = [];
      const consumer = { stream: STREAMS.companies.name, durable: "test", filter: "company.>" };
      await replica.consume(consumer, async ({ subject }) => void subjects.push(subject));
      await broker.bus.publish({ subject: "company.created", id: randomUUID(), data: {} });
      await waitFor(() => subjects.length === 1);
      expect(subjects).toEqual(["company.created"]);
    });
  });
});
