import { connectStore, newId } from "@countersign/mongo";
import { findChromium } from "../dev/console/find-chromium.ts";
import { type ConsoleWorld, startConsoleWorld } from "../dev/console/console-world.ts";
import { DEMO_PEOPLE } from "../dev/start/demo-company.ts";
import { buildConsole } from "../release/console/build-console.ts";
import { firstLoadOf } from "../release/console/first-load.ts";
import {
  decideAndTime,
  framesWhileMoving,
  instrument,
  slowestInteraction,
  type Visit,
  visitOf,
} from "./console-instruments.ts";
import { median, quantile, rounded } from "./measure.ts";
import { copyRun } from "./seed-runs.ts";
import type { BenchResult, BenchSuite, BenchTable } from "./suite.ts";

const { admin, employee, manager } = DEMO_PEOPLE;
const BYTES_PER_KILOBYTE = 1_024;
/** How many times slower a phone's processor is. */
const SLOWER = 4;
/** At 60 frames a second two are lost in between. */
const LATE_FRAME_MS = 50;

const FULL = { few: 60, many: 100_000, visits: 7, verdicts: 15, rows: 50 };
const QUICK: typeof FULL = { few: 8, many: 20, visits: 1, verdicts: 2, rows: 5 };

/** The console in the browser: what people wait for. */
export const consoleSuite: BenchSuite = {
  name: "console",
  about:
    "the console in Chromium with 100,000 tasks behind the inbox, by the browser's own performance entries",
  bounds: [
    { name: "manyToFew", what: "first row with 100,000 tasks against 60, ratio", must: "≤", limit: 1.5 },
    {
      name: "firstContentfulPaintMs",
      what: "first contentful paint, empty cache, ms",
      must: "<",
      limit: 1_000,
    },
    {
      name: "largestContentfulPaintMs",
      what: "largest contentful paint, empty cache, ms",
      must: "<",
      limit: 2_500,
    },
    {
      name: "largestContentfulPaintSlowMs",
      what: "the same with a quarter of the processor's speed, ms",
      must: "≤",
      limit: 1_500,
    },
    { name: "layoutShift", what: "cumulative layout shift, worst visit", must: "<", limit: 0.05 },
    {
      name: "verdictToNextMs",
      what: "confirmed verdict to the next document, median, ms",
      must: "<",
      limit: 300,
    },
    { name: "slowestInteractionMs", what: "slowest key through 50 rows (INP), ms", must: "≤", limit: 200 },
    { name: "lateFrames", what: "frames later than 50 ms while moving", must: "≤", limit: 0 },
    {
      name: "firstLoadKilobytes",
      what: "first load as CON-1 has it, KB compressed",
      must: "≤",
      limit: 260,
    },
  ],
  findMissing: () => (findChromium(process.env) ? undefined : "no Chromium; CHROMIUM names the program"),
  async run(report, { quick }) {
    const size = quick ? QUICK : FULL;
    const world = await startConsoleWorld();
    try {
      const taskId = await submitSample(world);
      const store = await connectStore({
        uri: world.platform.store.uri,
        dbName: "countersign",
        appName: "bench",
      });
      await using closing = new AsyncDisposableStack();
      closing.defer(() => store.close());
      await copyRun(store, taskId, size.few);
      report(`visiting the inbox with ${size.few} tasks behind it`);
      const few = await visit(world, size.visits);
      report(`seeding ${size.many} tasks`);
      await copyRun(store, taskId, size.many);
      report(`visiting the inbox with ${size.many} tasks behind it`);
      const many = await visit(world, size.visits);
      report("deciding, and moving through the list");
      const { directory } = await buildConsole();
      return resultOf(size, few, many, await work(world, size), firstLoadOf(directory));
    } finally {
      await world.close();
    }
  },
};

/** Submits a document of one stage to the manager. @returns its task */
async function submitSample(world: ConsoleWorld): Promise<string> {
  const refId = newId();
  const { createWorkflow } = await world.ask<{ createWorkflow: { _id: string } }>(
    admin,
    "mutation New($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }",
    { input: { name: "Purchases", status: "IN_PROGRESS" } },
  );
  const workflowId = createWorkflow._id;
  await world.ask(
    admin,
    "mutation New($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }",
    { input: { workflowId, name: "Buyer", order: 1, approverIds: [manager.userId] } },
  );
  const facts = [{ key: "supplier", label: "Supplier", type: "TEXT", value: "Fjell Refrigeration" }];
  const document = { title: "Cold storage for the new quay", amount: "32400", currency: "EUR", facts };
  await world.ask(
    employee,
    "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
    {
      input: { workflowId, refId, kind: "PurchaseOrder", ref: "PO-1", document },
    },
  );
  const { runTasks } = await world.ask<{ runTasks: [{ _id: string }] }>(
    manager,
    "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
    { refId },
  );
  return runTasks[0]._id;
}

interface Visits {
  /** With nothing in the cache. */
  cold: Visit[];
  /** The same on a processor of a quarter of the speed. */
  slow: Visit[];
  /** Of somebody who has been there before. */
  warm: Visit[];
}

async function visit(world: ConsoleWorld, times: number): Promise<Visits> {
  const visits: Visits = { cold: [], slow: [], warm: [] };
  for (let time = 0; time < times; time += 1) {
    const page = await world.openAs(manager, {}, "inbox");
    // The reload of a page is what somebody with a session sees.
    await instrument(page);
    const session = await page.context().newCDPSession(page);
    const visitCold = async () => {
      await session.send("Network.clearBrowserCache");
      await page.reload();
      return visitOf(page);
    };
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    visits.slow.push(await visitCold());
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    visits.cold.push(await visitCold());
    await page.reload();
    visits.warm.push(await visitOf(page));
    await page.context().close();
  }
  return visits;
}

interface Work {
  verdictsMs: number[];
  framesMs: number[];
  slowestMs: number;
}

async function work(world: ConsoleWorld, { rows, verdicts }: typeof FULL): Promise<Work> {
  const page = await world.openAs(manager, {}, "inbox");
  await instrument(page);
  await page.reload();
  await page.locator("[data-row]").first().click();
  await page.locator("#document-title").waitFor();
  const framesMs = await framesWhileMoving(page, rows);
  const slowestMs = await slowestInteraction(page);
  const verdictsMs: number[] = [];
  for (let verdict = 0; verdict < verdicts; verdict += 1) {
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    verdictsMs.push(await decideAndTime(page));
  }
  await page.context().close();
  return { verdictsMs, framesMs, slowestMs };
}

const medianOf = (visits: readonly Visit[], name: keyof Omit<Visit, "files">) =>
  median(visits.map((one) => one[name]));

/** The files of a visit that belong to the first load, as the test of the build weighs it, and those fetched ahead. */
function loadsOf(visits: readonly Visit[], first: readonly string[]): { first: number; ahead: number } {
  const isFirst = (name: string) => first.some((path) => name.endsWith(`/${path}`));
  const kilobytes = (isOne: (name: string) => boolean) =>
    rounded(
      median(
        visits.map(({ files }) =>
          files.filter(({ name }) => isOne(name)).reduce((sum, { bytes }) => sum + bytes, 0),
        ),
      ) / BYTES_PER_KILOBYTE,
    );
  return { first: kilobytes(isFirst), ahead: kilobytes((name) => !isFirst(name)) };
}

function resultOf(
  size: typeof FULL,
  few: Visits,
  many: Visits,
  done: Work,
  firstLoad: readonly string[],
): BenchResult {
  const loads = loadsOf(many.cold, firstLoad);
  const all = [few.cold, few.warm, many.cold, many.warm].flat();
  return {
    ratios: { manyToFew: rounded(medianOf(many.warm, "firstRowMs") / medianOf(few.warm, "firstRowMs")) },
    figures: {
      firstContentfulPaintMs: rounded(medianOf(many.cold, "firstContentfulPaintMs")),
      largestContentfulPaintMs: rounded(medianOf(many.cold, "largestContentfulPaintMs")),
      largestContentfulPaintSlowMs: rounded(medianOf(many.slow, "largestContentfulPaintMs")),
      layoutShift: rounded(Math.max(...all.map(({ layoutShift }) => layoutShift))),
      verdictToNextMs: rounded(median(done.verdictsMs)),
      slowestInteractionMs: rounded(done.slowestMs),
      lateFrames: done.framesMs.filter((ms) => ms > LATE_FRAME_MS).length,
      firstLoadKilobytes: loads.first,
    },
    tables: [visitsTable(size, few, many), loadTable(loads), workTable(size, done)],
  };
}

const visitRow = (name: string, list: readonly Visit[]) => [
  name,
  ...(["firstContentfulPaintMs", "largestContentfulPaintMs", "firstRowMs"] as const).map((key) =>
    rounded(medianOf(list, key)),
  ),
  rounded(medianOf(list, "layoutShift")),
];

function visitsTable({ few, many, visits }: typeof FULL, ofFew: Visits, ofMany: Visits): BenchTable {
  return {
    title: `Opening the inbox, medians of ${visits} visits`,
    columns: ["visit", "first paint ms", "largest paint ms", "first row ms", "layout shift"],
    rows: [
      visitRow(`${few} tasks, empty cache`, ofFew.cold),
      visitRow(`${few} tasks, files in the cache`, ofFew.warm),
      visitRow(`${many} tasks, empty cache`, ofMany.cold),
      visitRow(`${many} tasks, empty cache, processor ${SLOWER} times slower`, ofMany.slow),
      visitRow(`${many} tasks, files in the cache`, ofMany.warm),
    ],
  };
}

const loadTable = ({ first, ahead }: ReturnType<typeof loadsOf>): BenchTable => ({
  title: "Scripts, styles and fonts of a visit with an empty cache",
  columns: ["what", "KB compressed"],
  rows: [
    ["first load: what the inbox needs", first],
    ["fetched ahead: the document's part", ahead],
  ],
});

const timesRow = (name: string, list: readonly number[]) => [
  name,
  ...[0.5, 0.95, 1].map((share) => rounded(quantile(list, share))),
];

function workTable({ rows, verdicts }: typeof FULL, { verdictsMs, framesMs }: Work): BenchTable {
  return {
    title: "Working through the list",
    columns: ["what", "median ms", "95 of 100 ms", "slowest ms"],
    rows: [
      timesRow(`from one frame to the next, moving through ${rows} rows`, framesMs),
      timesRow(`from the confirmed verdict to the next document, ${verdicts} verdicts`, verdictsMs),
    ],
  };
}
