import { readFileSync } from "node:fs";

import { commandEventsOf, useTestStore } from "@countersign/testing";
import { parse, print, visit } from "graphql";
import { expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const { as } = await useReplica(store, useBus());

/** The query of the console's inbox, without its other operations. */
const INBOX = (() => {
  const file = new URL("../../console/src/inbox/inbox.graphql", import.meta.url);
  const document = parse(readFileSync(file, "utf8"));
  return print(
    visit(document, {
      OperationDefinition: ({ name }) => (name?.value === "Inbox" ? undefined : null),
    }),
  );
})();

interface Inbox {
  inboxPage: { next: string | null; data: { submitter: { name: string }; decidesFor: unknown }[] };
  snoozed: { total: number };
  inboxCounts: { kind: string; count: number }[];
}

it("opening the inbox takes six commands, with stages of several kinds and a snooze [ONE-7]", async () => {
  const company = aCompany();
  const [nora, milan] = [company.user(), company.user()];
  const kinds = ["Leave", "PurchaseOrder", "SalesOrder", "Loan"] as const;
  for (const kind of kinds) {
    await submitNew(engine, nora, stagesOf([milan]), { kind, document: { title: kind } });
  }
  const { tasks } = await submitNew(engine, nora, stagesOf([milan]));
  await engine.snoozeTask(milan, { taskId: tasks[0]!._id, ...untilTomorrow() });
  let inbox: Inbox | undefined;
  const events = await commandEventsOf(store.client, async () => {
    inbox = await as(milan).get<Inbox>(INBOX, { input: { take: 2 } });
  });
  expect(inbox?.inboxPage.data).toHaveLength(2);
  expect(inbox?.inboxPage.next).not.toBeNull();
  expect(inbox?.snoozed).toEqual({ total: 1 });
  expect(inbox?.inboxCounts.reduce((sum, { count }) => sum + count, 0)).toBe(kinds.length);
  const commands = events.map(({ commandName, command }) => `${commandName} ${String(command[commandName])}`);
  expect(commands.length, commands.join(", ")).toBeLessThanOrEqual(6);
});

const untilTomorrow = () => ({ until: new Date(Date.now() + 86_400_000) });
