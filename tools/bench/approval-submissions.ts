import { newId, type Store } from "@countersign/mongo";
import { benchEngine, STAGES, submitRun, submitter } from "./approval-runs.ts";
import { fullDocument } from "./bench-document.ts";
import type { EngineProcess } from "./engine-process.ts";
import { median, rounded } from "./measure.ts";
import type { BenchTable } from "./suite.ts";

const SUBMIT = `mutation($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }`;

/** Part of the submissions that come before those that are measured, until every path is compiled. */
const WARM_UP_SHARE = 0.3;

/**
 * Submissions with a full document and without one, one by one in turns: to the running service, and to its use case
 * alone. The medians are compared: a pause of a shared machine makes a few of either much longer.
 */
export async function compareSubmissions(
  { service, store }: { service: EngineProcess; store: Store },
  count: number,
  report: (line: string) => void,
) {
  const document = fullDocument();
  const engine = benchEngine(store);
  report(
    `${count} submissions with 40 facts, and as many without a document, to the service and to its use case`,
  );
  const served = await medians(count, await submitTo(service, store));
  const called = await medians(count, (given) => submitRun(engine, given));

  async function medians(
    rounds: number,
    submit: (given: { document?: typeof document }) => Promise<unknown>,
  ) {
    const without = { ms: [] as number[], given: {} };
    const full = { ms: [] as number[], given: { document } };
    for (let at = -Math.ceil(rounds * WARM_UP_SHARE); at < rounds; at++) {
      for (const { ms, given } of at % 2 === 0 ? [without, full] : [full, without]) {
        const startedAt = performance.now();
        await submit(given);
        if (at >= 0) ms.push(performance.now() - startedAt);
      }
    }
    const [withoutMs, fullMs] = [median(without.ms), median(full.ms)];
    return { withoutMs: rounded(withoutMs), fullMs: rounded(fullMs), ratio: rounded(fullMs / withoutMs) };
  }
  const table: BenchTable = {
    title: `Submissions of ${STAGES} stages, one by one, p50 ms`,
    columns: ["to", "without a document", "with 40 facts", "of one without"],
    rows: [
      ["the running service, over GraphQL", served.withoutMs, served.fullMs, served.ratio],
      ["its use case alone", called.withoutMs, called.fullMs, called.ratio],
    ],
  };
  return {
    ratios: { submissionWithDocumentToWithout: served.ratio, submitCallWithDocumentToWithout: called.ratio },
    figures: {
      submission_p50Ms: served.withoutMs,
      submissionWithDocument_p50Ms: served.fullMs,
      submitCall_p50Ms: called.withoutMs,
      submitCallWithDocument_p50Ms: called.fullMs,
    },
    table,
  };
}

/** Submits to the service as a person does, by a stored workflow. */
async function submitTo(service: EngineProcess, store: Store) {
  const engine = benchEngine(store);
  const { companyId, userId: sub } = submitter;
  const { _id: workflowId } = await engine.workflows.create(submitter, {
    name: "Bench",
    status: "IN_PROGRESS",
  });
  for (let order = 1; order <= STAGES; order++) {
    await engine.stages.create(submitter, {
      workflowId,
      name: `Stage ${order}`,
      order,
      approverIds: [newId()],
    });
  }
  const authorization = await service.bearer({ sub, companyId });
  return (given: object) =>
    service.graphql(authorization, SUBMIT, {
      input: { workflowId, refId: newId(), kind: "Leave", ref: "LV-BENCH", ...given },
    });
}
