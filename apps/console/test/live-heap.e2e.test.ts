import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { createWorkflow, submitTo } from "./submit.ts";

const { head, manager } = DEMO_PEOPLE;
/** Changes that come in before the heap is weighed first: lists are at their full length. */
const BEFORE = 100;
const CHANGES = 800;
/** Documents that are in progress together; each is two changes. */
const TOGETHER = 10;
/**
 * Growth of the page's own objects: the ids of 400 more unread notifications, of which the engine sends 500 at most,
 * weigh 40 KB.
 */
const GROWTH_MAX_KILOBYTES = 100;
/** The same for nodes of the page and their listeners. */
const ELEMENTS_MAX = 50;
const TIMEOUT_MS = 180_000;

const RUN = "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";

/** The parts of a heap snapshot that weighing it takes. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

/** Objects of the browser, and code that it compiles, weigh more the longer a page runs, whatever the page does. */
const NOT_ITS_OWN = new Set(["code", "hidden", "native", "synthetic", "object shape"]);

/** Weighs the objects that the page holds once garbage has been collected. */
async function weigh(devtools: CDPSession): Promise<{ kilobytes: number; nodes: number; listeners: number }> {
  await devtools.send("HeapProfiler.collectGarbage");
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await devtools.send("HeapProfiler.takeHeapSnapshot", {});
  devtools.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!NOT_ITS_OWN.has(types[0][nodes[at + type]!]!)) bytes += nodes[at + size]!;
  }
  const { metrics } = await devtools.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((one) => one.name === name)!.value;
  const elements = { nodes: metric("Nodes"), listeners: metric("JSEventListeners") };
  return { kilobytes: Math.round(bytes / 1_024), ...elements };
}

describe("an inbox that is left open", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let devtools: CDPSession;
  let workflowId: string;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager, head] }]);
    const refId = await submitTo(world, workflowId, { title: "Stays", amount: "1", currency: "EUR" });
    page = await world.openAs(manager, {}, `inbox/${refId}`);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    // The list is read, so that what comes next is new to it.
    await page.locator("[data-row]").first().waitFor();
    devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.enable");
    await devtools.send("Performance.enable");
  });
  afterAll(() => page.context().close());

  /** Documents come, and somebody else decides on them. */
  async function change(changes: number): Promise<void> {
    for (let done = 0; done < changes; done += 2 * TOGETHER) {
      const refIds = await Promise.all(
        Array.from({ length: TOGETHER }, (_, n) => submitTo(world, workflowId, { title: `Passes ${n}` })),
      );
      await page.getByRole("button", { name: `${TOGETHER} new, show` }).waitFor();
      await Promise.all(
        refIds.map(async (refId) => {
          const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(head, RUN, { refId });
          await world.ask(head, DECIDE, { input: { taskId: runTasks[0]!._id, status: "APPROVED" } });
        }),
      );
      await page.getByRole("button", { name: /new, show$/u }).waitFor({ state: "detached" });
    }
  }

  it(
    "holds no more after 800 live changes than before [CON-4]",
    async () => {
      await change(BEFORE);
      const before = await weigh(devtools);
      await change(CHANGES);
      const after = await weigh(devtools);
      console.log(`console: heap before and after ${CHANGES} live changes`, before, after);
      expect(await page.locator("[data-row]").count()).toBe(1);
      expect(after.kilobytes - before.kilobytes).toBeLessThan(GROWTH_MAX_KILOBYTES);
      expect(after.nodes - before.nodes).toBeLessThan(ELEMENTS_MAX);
      expect(after.listeners - before.listeners).toBeLessThan(ELEMENTS_MAX);
    },
    TIMEOUT_MS,
  );
});
