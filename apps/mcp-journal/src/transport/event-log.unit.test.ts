import { describe, expect, it } from "vitest";
import { createEventLog, createLogRooms } from "./event-log.ts";

const message = (text: string) => ({ jsonrpc: "2.0" as const, method: "said", params: { text } });

const ann = { issuer: "test", userId: "ann" };

async function replayed(log: ReturnType<typeof createEventLog>, after: string) {
  const sent: [string, unknown][] = [];
  const streamId = await log.replayEventsAfter(after, {
    send: async (id, replayed) => void sent.push([id, replayed]),
  });
  return { streamId, sent };
}

describe("a session's event log", () => {
  it("replays the events after a given one of the same stream, in order", async () => {
    const log = createEventLog(createLogRooms()(ann));
    const first = await log.storeEvent("a", message("1"));
    await log.storeEvent("b", message("2"));
    const third = await log.storeEvent("a", message("3"));
    const fourth = await log.storeEvent("a", message("4"));
    expect(await log.getStreamIdForEventId?.(first)).toBe("a");
    expect(await replayed(log, first)).toEqual({
      streamId: "a",
      sent: [
        [third, message("3")],
        [fourth, message("4")],
      ],
    });
  });

  it("does not give back the events without content that only begin a stream", async () => {
    const log = createEventLog(createLogRooms()(ann));
    const first = await log.storeEvent("a", {} as never);
    await log.storeEvent("a", {} as never);
    const third = await log.storeEvent("a", message("3"));
    expect((await replayed(log, first)).sent).toEqual([[third, message("3")]]);
  });

  it("forgets the oldest events, by number and by size, and does not find them afterwards", async () => {
    const log = createEventLog(createLogRooms()(ann));
    const first = await log.storeEvent("a", message("1"));
    const second = await log.storeEvent("a", message("2"));
    for (let count = 0; count < 255; count += 1) await log.storeEvent("a", message("more"));
    expect(await log.getStreamIdForEventId?.(first)).toBeUndefined();
    expect(await log.getStreamIdForEventId?.(second)).toBe("a");
    const large = await log.storeEvent("a", message("x".repeat(2_000_000)));
    expect(await log.getStreamIdForEventId?.(second)).toBeUndefined();
    expect(await log.getStreamIdForEventId?.(large)).toBe("a");
    expect(await log.getStreamIdForEventId?.("no such event")).toBeUndefined();
  });
});

describe("the logs of many sessions", () => {
  const large = message("x".repeat(1_000));
  const keeps = async (log: ReturnType<typeof createEventLog>) => {
    const id = await log.storeEvent("a", large);
    return (await log.getStreamIdForEventId?.(id)) === "a";
  };

  it.each([
    ["a user's", { maxOfUser: 2_500, maxOfAll: 100_000 }, [false, true]],
    ["all", { maxOfUser: 100_000, maxOfAll: 2_500 }, [false, false]],
  ])("keep no more together than %s share of the room", async (_, sizes, [ofUser, ofOther]) => {
    const roomOf = createLogRooms(sizes);
    const logOf = (userId: string) => createEventLog(roomOf({ issuer: "test", userId }));
    const logs = [logOf("ann"), logOf("ann")];
    expect([await keeps(logs[0]!), await keeps(logs[1]!)]).toEqual([true, true]);
    expect(await keeps(logOf("ann"))).toBe(ofUser);
    expect(await keeps(logOf("ben"))).toBe(ofOther);
  });

  it("have room again when a session ends, which keeps nothing from then on", async () => {
    const roomOf = createLogRooms({ maxOfUser: 2_500, maxOfAll: 2_500 });
    const [ended, other] = [createEventLog(roomOf(ann)), createEventLog(roomOf(ann))];
    expect([await keeps(ended), await keeps(ended)]).toEqual([true, true]);
    ended.clear();
    expect([await keeps(ended), await keeps(other), await keeps(other)]).toEqual([false, true, true]);
  });
});
