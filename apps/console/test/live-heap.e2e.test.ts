import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { createWorkflow, submitTo } from "./submit.ts";

const { head, manager } = DEMO_PEOPLE;
/** Changes that come in before the heap is weighed first: lists are at their full length. */
const BEFORE = 60;
const CHANGES = 240;
/** Documents that are in progress together; each is two changes. */
const TOGETHER = 10;
/**
 * Growth of the page's own objects, 128 bytes a change: the ids of 120 more unread notifications, of which the engine sends
 * 500 at most, weigh 12 KB.
 */
const GROWTH_MAX_KILOBYTES = 30;
/** The same for nodes of the page and their listeners, one in sixteen changes. */
const ELEMENTS_MAX = 15;
const TIMEOUT_MS = 180_000;

const RUN = "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";

/** The parts of a heap snapshot that weighing it takes. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[] } };
  nodes: number[];
  edges: number[];
  strings: string[];
}

/** Objects of the browser, and code that it compiles, weigh more the longer a page runs, whatever the page does. */
const NOT_ITS_OWN = new Set(["code", "hidden", "native", "synthetic", "object shape"]);

/**
 * The roots of the browser's JavaScript engine, with caches of its own: the one of numbers as text grows from 1 to 64 KB once two
 * numbers want the same place in it.
 */
const ENGINES_ROOTS = "(Strong root list)";

/** The nodes that one of the named nodes points at, by their place in `nodes`. */
function heldBy(named: string, { snapshot, nodes, edges, strings }: Snapshot): Set<number> {
  const { node_fields: fields, edge_fields: edgeFields } = snapshot.meta;
  const [name, edgeCount, to] = [
    fields.indexOf("name"),
    fields.indexOf("edge_count"),
    edgeFields.indexOf("to_node"),
  ];
  const heldNodes = new Set<number>();
  let edge = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const nextNodesEdge = edge + nodes[at + edgeCount]! * edgeFields.length;
    if (strings[nodes[at + name]!] === named) {
      for (; edge < nextNodesEdge; edge += edgeFields.length) heldNodes.add(edges[edge + to]!);
    }
    edge = nextNodesEdge;
  }
  return heldNodes;
}

/** Weighs the objects that the page holds once garbage has been collected. */
async function weigh(devtools: CDPSession): Promise<{ kilobytes: number; nodes: number; listeners: number }> {
  await devtools.send("HeapProfiler.collectGarbage");
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await devtools.send("HeapProfiler.takeHeapSnapshot", {});
  devtools.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const heap = JSON.parse(chunks.join("")) as Snapshot;
  const { snapshot, nodes } = heap;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const caches = heldBy(ENGINES_ROOTS, heap);
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!caches.has(at) && !NOT_ITS_OWN.has(types[0][nodes[at + type]!]!)) bytes += nodes[at + size]!;
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
    "holds no more after 240 live changes than before [CON-4]",
    async () => {
      await change(BEFORE);
      const before = await weigh(devtools);
      // Reading a snapshot holds up this process, so that the engine in it refuses requests for a moment.
      await expect.poll(async () => (await fetch(world.url)).status).toBe(200);
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
