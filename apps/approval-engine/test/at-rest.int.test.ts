import { setTimeout as delay } from "node:timers/promises";

import { commandsOf, useTestService, useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { approvalEngine } from "../src/service.ts";

const store = await useTestStore({ monitored: true });
const SECONDS = 4;
const OWNERS = ["hr", "inventory"];
const WEBHOOK = {
  url: "https://receiver.countersign.test/",
  secrets: [`whsec_${Buffer.alloc(32, 7).toString("base64")}`],
};

it("a replica that nothing happens to sends the store five commands a second at most, and no writes [ONE-7]", async () => {
  const env = {
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "approvals@countersign.test",
    CONSOLE_PUBLIC_URL: "https://console.countersign.test",
    OWNER_WEBHOOKS: JSON.stringify(Object.fromEntries(OWNERS.map((owner) => [owner, WEBHOOK]))),
  };
  await useTestService(approvalEngine, store, { env });
  // By then the start is over.
  await delay(2_000);
  const commands = await commandsOf(store, () => delay(SECONDS * 1_000));
  expect(commands.filter((name) => name !== "find" && name !== "aggregate")).toEqual([]);
  expect(commands.length).toBeGreaterThan(0);
  // A look may fall on either side of both ends.
  expect(commands.length).toBeLessThanOrEqual(5 * (SECONDS + 1));
});
