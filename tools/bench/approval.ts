import { randomUUID } from "node:crypto";
import type { Store } from "@countersign/mongo";
import { startNatsServer } from "@countersign/testing";
import { approver, approverOf, APPROVERS, benchEngine, occasional, submitRun } from "./approval-runs.ts";
import { fullDocument } from "./bench-document.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import { cpuSecondsOf } from "./gate-targets.ts";
import { versionOf } from "./machine.ts";
import { measure, measureEach, median, roundFigure } from "./measure.ts";
import { startPlainHandler, writePlainRuns } from "./plain-handler.ts";
import { startDecidePeers } from "./peers/decide-peers.ts";
import { seedOpenRuns } from "./seed-runs.ts";
import { type BenchResult, type BenchSuite, together } from "./suite.ts";

const DECIDE = `mutation($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;
const INBOX = `query($input: WorkflowTaskPageInput!) { workflowTaskPage(input: $input) { total data { _id ref title status
  canUpdateStatus document { title amount currency revision facts { key label type value } }
  approvals { status approver { name } } } } }`;
const CLIENTS = [1, 16, 64];
const MILLISECONDS_PER_SECOND = 1_000;

const FULL = { runs: 400, rounds: 5, tasks: 100_000, ownRuns: 70, pagesMs: 5_000 };
const QUICK: typeof FULL = { runs: 6, rounds: 1, tasks: 20, ownRuns: 3, pagesMs: 50 };

type Report = (line: string) => void;

/** The running engine: decisions beside a plain handler of the same transition, and inbox pages of a large company. */
export const approvalSuite: BenchSuite = {
  name: "approval",
  about:
    "decisions of 64 approvers (three stages, one approver each, with a key to repeat them) over GraphQL with tokens and a broker, next to a handwritten Fastify handler of the same transition and, with --peers, the same on XState, pg-boss and DBOS; inbox pages",
  leavesOut:
    "The handler checks the token, changes task and approval, enters the next stage or sends the outcome, and writes event, notification, audit record and outgoing message in one transaction. It has no GraphQL; it publishes nothing, so that the engine's relay, broker and live updates are extra; and it reads neither settings, people, substitutions nor the rest of the run, so that it knows no leavers, substitutes, duties, quorums, returns, revisions or lists, and repeats no request safely. The peers do what the handler does: XState with its snapshots in the same store, pg-boss with its job in the verdict's transaction, DBOS with a durable workflow of two steps; the last two on PostgreSQL, whose work is not in their CPU. Camunda publishes for 8.10, of another process on other machines and not compared here: 100 tasks a second in the long run on three brokers of 3 cores and 2 GB with three Elasticsearch nodes of 7 cores and 8 GB, visible within 5 seconds ([sizing](https://docs.camunda.io/docs/next/components/best-practices/architecture/sizing-self-managed/)).",
  bounds: [
    { name: "decisionCpuToPlain", what: "CPU of a decision to a plain handler's", must: "≤", limit: 2.5 },
    {
      name: "decisions_16_toPlain",
      what: "decisions a second to a plain handler's, 16 clients",
      must: "≥",
      limit: 0.4,
    },
  ],
  asked: [
    { name: "decisionsPerCpuSecond", what: "decisions of a CPU second, 64 clients" },
    {
      name: "decisions_16_perSecond",
      what: "decisions a second on this machine with everything else, 16 clients",
    },
    {
      name: "decisions_1_p50Ms",
      what: "ms until a decision is answered, when every list shows it, one client",
    },
    { name: "residentMegabytes", what: "MB of memory of the engine after them" },
  ],
  async run(report, { quick }) {
    const size = quick ? QUICK : FULL;
    await using startedParts = new AsyncDisposableStack();
    // With a broker, as deployed, where one is installed.
    const broker = versionOf("nats-server") === undefined ? undefined : await startNatsServer();
    startedParts.defer(() => broker?.stop());
    const uri = await startStore(startedParts);
    const decisions = await compareDecisions(startedParts, { uri, natsUrl: broker?.url }, size, report);
    const pages = await readPages(startedParts, size, report);
    return together([decisions, pages]);
  },
};

/** A verdict that waits, and the token of its approver. */
interface Verdict {
  taskId: string;
  authorization: string;
}

/** A server that decides, in a process of its own. */
interface Decider {
  name: string;
  pid: number;
  /** Prepares runs, of the approvers in turn. @returns the tasks of each, in their order */
  prepare: (count: number) => Promise<string[][]>;
  /** @throws Error for any other answer than that it is recorded, 503 among them */
  decide: (verdict: Verdict) => Promise<void>;
}

interface Decided {
  perSecond: number;
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
}

async function decideAll(
  { pid, prepare, decide }: Decider,
  tokens: readonly string[],
  { runs, clients }: { runs: number; clients: number },
): Promise<Decided> {
  const tasks = (await prepare(runs)).map((taskIds, at) => {
    const authorization = tokens[at % tokens.length]!;
    return taskIds.map((taskId): Verdict => ({ taskId, authorization }));
  });
  const cpuBefore = cpuSecondsOf(pid);
  const { operations, ...rates } = await measureEach(tasks, decide, clients);
  const cpuMs = ((cpuSecondsOf(pid) - cpuBefore) * MILLISECONDS_PER_SECOND) / operations;
  return { ...rates, cpuMs };
}

async function startDeciders(
  startedParts: AsyncDisposableStack,
  { uri, natsUrl }: { uri: string; natsUrl: string | undefined },
): Promise<{ deciders: readonly Decider[]; service: EngineProcess; tokens: readonly string[] }> {
  const [ourStore, theirStore] = [
    await openEngineDatabase(startedParts, uri),
    await openEngineDatabase(startedParts, uri),
  ];
  const service = await startEngineProcess({ uri, dbName: ourStore.db.databaseName, natsUrl });
  startedParts.defer(() => service.stop());
  const plain = await startPlainHandler(uri, theirStore);
  startedParts.defer(() => plain.stop());
  const peers = await startDecidePeers(startedParts, { uri, dbName: theirStore.db.databaseName });
  const tokens = await Promise.all(
    APPROVERS.map(({ userId, companyId }) => service.bearer({ sub: userId, companyId })),
  );
  const engine: Decider = {
    name: "engine",
    pid: service.pid,
    prepare: (count) => submitMany(ourStore, count),
    // With a key, as the console sends it.
    decide: async ({ taskId, authorization }) => {
      const input = { taskId, status: "APPROVED", idempotencyKey: randomUUID() };
      const { updateWorkflowApprovalStatus: isRecorded } = await service.graphql<{
        updateWorkflowApprovalStatus: boolean;
      }>(authorization, DECIDE, { input });
      if (!isRecorded) throw new Error("the engine recorded no verdict");
    },
  };
  const handler: Decider = {
    name: "plain handler",
    pid: plain.pid,
    prepare: (count) => writePlainRuns(theirStore, count),
    decide: decideAt(plain.publicUrl),
  };
  const peerDeciders = peers.map(({ name, pid, publicUrl }): Decider => {
    return { name, pid, prepare: prepareAt(publicUrl), decide: decideAt(publicUrl) };
  });
  return { deciders: [engine, handler, ...peerDeciders], service, tokens };
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const prepareAt = (publicUrl: string) => (count: number) =>
  post<string[][]>(
    `${publicUrl}/runs`,
    Array.from({ length: count }, (_, at) => approverOf(at).userId),
  );

const decideAt =
  (publicUrl: string) =>
  async ({ taskId, authorization }: Verdict) => {
    await post(`${publicUrl}/decide`, { taskId }, { authorization });
  };

async function submitMany(store: Store, count: number): Promise<string[][]> {
  const engine = benchEngine(store);
  const runs: string[][] = [];
  while (runs.length < count) {
    const decisions = await submitRun(engine, { asked: approverOf(runs.length) });
    runs.push(decisions.map(({ taskId }) => taskId));
  }
  return runs;
}

const perCpuSecond = (cpuMs: number): number => roundFigure(MILLISECONDS_PER_SECOND / cpuMs);

/** The servers in turn, round by round and with more and more clients; the first round of each warms up. */
async function compareDecisions(
  startedParts: AsyncDisposableStack,
  surroundings: { uri: string; natsUrl: string | undefined },
  { runs, rounds }: typeof FULL,
  report: Report,
): Promise<BenchResult> {
  const { deciders, service, tokens } = await startDeciders(startedParts, surroundings);
  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const clients of CLIENTS) {
    const roundsDecided: Decided[][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      report(`decisions, ${clients} clients, round ${round} of ${rounds}`);
      const figuresOfAll: Decided[] = [];
      for (const decider of deciders) figuresOfAll.push(await decideAll(decider, tokens, { runs, clients }));
      roundsDecided.push(figuresOfAll);
    }
    const measuredRounds = roundsDecided.slice(1);
    const typical = (at: number, key: keyof Decided) =>
      roundFigure(median(measuredRounds.map((figuresOfAll) => figuresOfAll[at]![key])));
    const toPlain = (key: keyof Decided) =>
      roundFigure(median(measuredRounds.map(([engine, plain]) => engine![key] / plain![key])));
    ratios[`decisions_${clients}_toPlain`] = toPlain("perSecond");
    // Under the most clients no time is spent on waiting.
    ratios["decisionCpuToPlain"] = toPlain("cpuMs");
    figures[`decisions_${clients}_perSecond`] = typical(0, "perSecond");
    figures[`decisions_${clients}_p50Ms`] = typical(0, "p50Ms");
    figures["decisionCpuMs"] = typical(0, "cpuMs");
    figures["decisionsPerCpuSecond"] = perCpuSecond(typical(0, "cpuMs"));
    for (const [at, { name }] of deciders.entries()) {
      const keys = ["perSecond", "cpuMs", "p50Ms", "p99Ms"] as const;
      rows.push([clients, name, ...keys.map((key) => typical(at, key)), perCpuSecond(typical(at, "cpuMs"))]);
    }
  }
  figures["residentMegabytes"] = roundFigure(await service.residentMegabytes());
  const columns = ["clients", "who", "decisions per second", "CPU ms a decision", "p50 ms", "p99 ms"];
  return {
    ratios,
    figures,
    tables: [{ title: "Decisions", columns: [...columns, "decisions a CPU second"], rows }],
  };
}

/** Inbox pages among many tasks: of somebody with few, and of somebody who is asked in all. */
async function readPages(
  startedParts: AsyncDisposableStack,
  { tasks, ownRuns, pagesMs }: typeof FULL,
  report: Report,
): Promise<BenchResult> {
  // A store of its own: the garbage of a store that holds many tasks takes long to collect.
  const uri = await startStore(startedParts);
  const store = await openEngineDatabase(startedParts, uri);
  report(`inbox pages among ${tasks} tasks`);
  await seedOpenRuns(store, tasks);
  const engine = benchEngine(store);
  for (let at = 0; at < ownRuns; at += 1) {
    await submitRun(engine, { asked: occasional, stages: 1, document: fullDocument() });
  }
  const service: EngineProcess = await startEngineProcess({ uri, dbName: store.db.databaseName });
  startedParts.defer(() => service.stop());
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const [name, scope, { userId, companyId }] of [
    ["inboxPage", `of ${ownRuns} documents of 40 facts`, occasional],
    ["inboxPage_ofEverything", `of all ${tasks}`, approver],
  ] as const) {
    const authorization = await service.bearer({ sub: userId, companyId });
    const ask = (_client: number, count: number) =>
      service.graphql(authorization, INBOX, { input: { take: 20, skip: (count % 5) * 20 } });
    const { p50Ms, p99Ms } = await measure(ask, { clients: 1, durationMs: pagesMs, warmUpMs: pagesMs });
    figures[`${name}_p50Ms`] = roundFigure(p50Ms);
    figures[`${name}_p99Ms`] = roundFigure(p99Ms);
    rows.push([scope, roundFigure(p50Ms), roundFigure(p99Ms)]);
  }
  const columns = ["inbox", "p50 ms", "p99 ms"];
  return { ratios: {}, figures, tables: [{ title: "Inbox pages of 20", columns, rows }] };
}
