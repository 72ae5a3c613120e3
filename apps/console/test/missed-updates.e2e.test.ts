import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { tellsOf } from "./layout.ts";

const { manager } = DEMO_PEOPLE;

describe("the inbox misses no document", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeEach(async () => {
    page = await world.openAs(manager, {}, "inbox");
    await isRead();
  });
  afterEach(() => page.context().close());
  const isRead = () => page.locator("main#page [aria-busy=true]").first().waitFor({ state: "detached" });

  it("that comes after the list is read and before live updates begin [CON-4]", async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.routeWebSocket("**/graphql", async (socket) => {
      asked.resolve();
      await held.promise;
      socket.connectToServer();
    });
    await page.reload();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await isRead();
    await asked.promise;
    const { ref } = await world.submitLeave({ reason: "Between" });
    held.resolve();
    await tellsOf(page, ref);
  });

  it("that comes while the list is being read [CON-4]", async () => {
    const held = Promise.withResolvers<void>();
    const isFetched = Promise.withResolvers<void>();
    let reads = 0;
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("query Inbox")) return route.continue();
      reads += 1;
      if (reads > 1) return route.continue();
      const response = await route.fetch();
      isFetched.resolve();
      await held.promise;
      return route.fulfill({ response });
    });
    const opened = page.waitForEvent("websocket");
    await page.clock.install();
    await page.reload();
    const socket = await opened;
    const frame = (text: string) =>
      socket.waitForEvent("framereceived", { predicate: ({ payload }) => payload.includes(text) });
    await isFetched.promise;
    const heard = frame("inboxChanged");
    // Until the subscription is there, changes are not heard.
    await expect
      .poll(async () => {
        await world.submitLeave({ reason: "Meanwhile" });
        return Promise.race([heard.then(() => "heard"), page.evaluate("undefined")]);
      })
      .toBe("heard");
    const { ref } = await world.submitLeave({ reason: "The last one" });
    // Longer than changes that come together are gathered for.
    await page.clock.runFor(1_000);
    held.resolve();
    await tellsOf(page, ref);
  });
});
