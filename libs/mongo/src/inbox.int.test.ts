import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import { STREAMS } from "@countersign/contracts";
import { createInbox } from "./inbox.ts";
import { createNumbers } from "./numbers.ts";
import { RETENTION_DAYS } from "./retention.ts";
import { createUnitOfWork } from "./unit-of-work.ts";

const store = await useTestStore();
const unitOfWork = createUnitOfWork(store, (scope) => ({
  inbox: createInbox(scope),
  numbers: createNumbers(scope),
}));
const company = "aaaaaaaaaaaaaaaaaaaaaaaa";

const handle = (consumer: string, messageId: string) =>
  unitOfWork(async ({ inbox, numbers }) => {
    const isFirst = await inbox.record(consumer, messageId);
    if (isFirst) await numbers.next(company, consumer);
    return isFirst;
  });

it("takes a message once for each consumer [MSG-DELIVERY-02]", async () => {
  expect(await handle("one", "message")).toBe(true);
  expect(await handle("one", "message")).toBe(false);
  expect(await handle("two", "message")).toBe(true);
  expect(await handle("one", "other")).toBe(true);
});

const claim = (messageId: string, companyId?: string) =>
  unitOfWork(({ inbox }) => inbox.record("companies", messageId, companyId));

it("takes a message once for each company that chose its id [MSG-DELIVERY-02]", async () => {
  expect([await claim("same", "a"), await claim("same", "a"), await claim("same", "b")]).toEqual([
    true,
    false,
    true,
  ]);
});

it("lets one of 20 simultaneous deliveries take effect [MSG-DELIVERY-02]", async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => handle("many", "message")));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await createNumbers(store).next(company, "many")).toEqual([2]);
});

it("forgets a message whose handling failed [MSG-DELIVERY-02]", async () => {
  const failing = unitOfWork(async ({ inbox }) => {
    await inbox.record("failing", "message");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await handle("failing", "message")).toBe(true);
});

it("keeps its records longer than any message can come back [MSG-DELIVERY-03]", async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const { deadLetters, ...streams } = STREAMS;
  const longestStreamMs = Math.max(...Object.values(streams).map(({ maxAgeMs }) => maxAgeMs));
  const comesBackMs = RETENTION_DAYS.outbox * dayMs + longestStreamMs + deadLetters.maxAgeMs;
  const before = Date.now();
  await handle("retention", "message");
  const record = await store.db.collection("inbox").findOne({ "_id.consumer": "retention" });
  expect(record?.["expiresAt"].getTime()).toBeGreaterThan(before + comesBackMs);
});
