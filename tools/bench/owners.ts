import { randomUUID } from "node:crypto";
import { createJetStreamBus } from "@countersign/bus";
import { cloudEvent, consumersOf, MESSAGES } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { silentLogger, startNatsServer } from "@countersign/testing";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { startEngineProcess } from "./engine-process.ts";
import { cpuSecondsOf } from "./gate-targets.ts";
import { versionOf } from "./machine.ts";
import { measureEach, median, roundFigure } from "./measure.ts";
import type { BenchSuite } from "./suite.ts";

const OWNER = "hr";
const CLIENTS = 8;
const FULL = { submissions: 400, rounds: 7 };
const QUICK: typeof FULL = { submissions: 10, rounds: 1 };
const MILLISECONDS_PER_SECOND = 1_000;

type Submission = ReturnType<typeof submissionIn>;

const submissionIn = (companyId: string) => ({
  companyId,
  kind: "Claim",
  refId: newId(),
  submitterId: newId(),
  dynamicStages: [{ name: "Manager", order: 1, approveBy: "ANY", approverIds: [newId()] }],
  document: { title: "Travel", amount: "250.00", currency: "EUR" },
});

/** A submission by an owner, over HTTP and over NATS, to the same engine in turn. */
export const ownersSuite: BenchSuite = {
  name: "owners",
  about:
    "submissions of 8 clients by POST /api/v1/documents, next to messages approval.command.submit over NATS, each until it is accepted",
  leavesOut:
    "CPU is the engine's; over HTTP it speaks with its clients itself, over NATS the broker does, whose CPU is not counted. Both may be repeated safely, and both send approval.request.<owner>.<Kind>.accepted.",
  bounds: [
    { name: "httpCpuToNats", what: "CPU of a submission over HTTP to one over NATS", must: "≤", limit: 1.3 },
  ],
  findMissing: () => (versionOf("nats-server") === undefined ? "nats-server is not installed" : undefined),
  async run(report, { quick }) {
    const { submissions, rounds } = quick ? QUICK : FULL;
    await using startedParts = new AsyncDisposableStack();
    const broker = await startNatsServer();
    startedParts.defer(() => broker.stop());
    const uri = await startStore(startedParts);
    const { databaseName: dbName } = (await openEngineDatabase(startedParts, uri)).db;
    const engine = await startEngineProcess({ uri, dbName, natsUrl: broker.url });
    startedParts.defer(() => engine.stop());
    const bus = await createJetStreamBus({ servers: broker.url, logger: silentLogger });
    startedParts.defer(() => bus.close());
    const companyId = newId();
    const authorization = await engine.bearer({ owner: OWNER, companyId });
    const overHttp = async (submission: Submission): Promise<void> => {
      const headers = {
        authorization,
        "content-type": "application/json",
        "idempotency-key": submission.refId,
      };
      const body = JSON.stringify(submission);
      const answer = await fetch(`${engine.url}/api/v1/documents`, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status !== 202) throw new Error(`the engine answered ${answer.status}: ${text}`);
    };
    const acceptances = new Map<string, () => void>();
    const { stream, durable, filter } = consumersOf(OWNER).answers;
    await bus.consume({ stream, durable, filter }, async ({ data }) => {
      const answer = data as { type: string; data: { refId: string } };
      if (answer.type === MESSAGES.accepted.type) acceptances.get(answer.data.refId)?.();
    });
    const overNats = async (submission: Submission): Promise<void> => {
      const { refId } = submission;
      const { promise: isAccepted, resolve } = Promise.withResolvers<void>();
      acceptances.set(refId, resolve);
      const { type, address: subject } = MESSAGES.submitCommand;
      const id = randomUUID();
      const data = { ...submission, requestId: refId };
      const event = cloudEvent({ id, source: "/bench", type, subject: refId, time: new Date(), data });
      await bus.publish({ subject, id, data: event });
      await isAccepted;
      acceptances.delete(refId);
    };
    const cpuOf = async (submit: (submission: Submission) => Promise<void>): Promise<number> => {
      const submissionLists = Array.from({ length: submissions }, () => [submissionIn(companyId)]);
      const before = cpuSecondsOf(engine.pid);
      const { operations } = await measureEach(submissionLists, submit, CLIENTS);
      return ((cpuSecondsOf(engine.pid) - before) * MILLISECONDS_PER_SECOND) / operations;
    };
    const measuredRounds: { http: number; nats: number }[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const [nats, http] = [await cpuOf(overNats), await cpuOf(overHttp)];
      report(`round ${round}: ${roundFigure(http)} ms of CPU over HTTP, ${roundFigure(nats)} over NATS`);
      if (round > 0) measuredRounds.push({ http, nats });
    }
    const [http, nats] = [
      median(measuredRounds.map((round) => round.http)),
      median(measuredRounds.map((round) => round.nats)),
    ];
    return {
      ratios: { httpCpuToNats: roundFigure(median(measuredRounds.map((round) => round.http / round.nats))) },
      figures: { httpCpuMs: roundFigure(http), natsCpuMs: roundFigure(nats) },
      tables: [
        {
          title: "Submissions",
          columns: ["over", "CPU ms a submission"],
          rows: [
            ["HTTP", roundFigure(http)],
            ["NATS", roundFigure(nats)],
          ],
        },
      ],
    };
  },
};
