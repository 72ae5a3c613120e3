import { headers, type Msg, type NatsConnection, type PublishOptions } from "nats";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BusUnavailable } from "../bus.ts";
import { createAcknowledged } from "./acknowledgements.ts";

const TIMEOUT_MS = 1_000;
const STORED = { stream: "events" };

/** The client's side of a broker that answers when the test says so. */
function createBroker() {
  const replies: string[] = [];
  const refusal = { error: undefined as Error | undefined };
  let hear: ((error: null, message: Msg) => void) | undefined;
  const nats = {
    subscribe: (_subject: string, { callback }: { callback: typeof hear }) => void (hear = callback),
    publish: (_subject: string, _payload: Uint8Array, { reply }: PublishOptions) => {
      if (refusal.error) throw refusal.error;
      replies.push(reply!);
    },
  } as unknown as Pick<NatsConnection, "publish" | "subscribe">;
  const acknowledged = createAcknowledged(nats, TIMEOUT_MS);
  return {
    refusal,
    publish: () => acknowledged.publish("subject", new Uint8Array(), headers()),
    close: () => acknowledged.close(),
    /** Answers the publish of this number, counted from 0. */
    answer(at: number, text: string, code?: number) {
      const data = Buffer.from(text);
      const message = { subject: replies[at]!, data, headers: { code }, json: () => JSON.parse(text) };
      hear!(null, message as unknown as Msg);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a publish", () => {
  it("gets its own answer, in whatever order the answers come", async () => {
    const broker = createBroker();
    const publishes = [broker.publish(), broker.publish(), broker.publish()];
    for (const at of [1, 2, 0]) broker.answer(at, JSON.stringify({ stream: `s${at}` }));
    expect(await Promise.all(publishes)).toEqual([{ stream: "s0" }, { stream: "s1" }, { stream: "s2" }]);
  });

  it("fails without an answer in time, and takes no late answer for that of the next", async () => {
    const broker = createBroker();
    const first = expect(broker.publish()).rejects.toThrow(BusUnavailable);
    await vi.advanceTimersByTimeAsync(1.2 * TIMEOUT_MS);
    await first;
    const second = broker.publish();
    broker.answer(0, JSON.stringify({ stream: "late" }));
    broker.answer(1, JSON.stringify(STORED));
    expect(await second).toEqual(STORED);
  });

  it("fails at once when nobody takes it, when its answer cannot be read, and when it cannot be sent", async () => {
    const broker = createBroker();
    const publishes = [broker.publish(), broker.publish()];
    broker.answer(0, "", 503);
    broker.answer(1, "{");
    await expect(publishes[0]).rejects.toMatchObject({ code: "503" });
    await expect(publishes[1]).rejects.toThrow(SyntaxError);
    broker.refusal.error = new Error("too large");
    await expect(broker.publish()).rejects.toThrow("too large");
  });

  it("fails when its bus is closed", async () => {
    const broker = createBroker();
    const publish = broker.publish();
    broker.close();
    await expect(publish).rejects.toThrow(BusUnavailable);
  });
});
