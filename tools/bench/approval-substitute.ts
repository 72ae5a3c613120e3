import { newId } from "@countersign/mongo";
import { approver, benchEngine, occasional, submitter } from "./approval-runs.ts";
import {
  commandsDuring,
  type OwnStore,
  pagesOf,
  readInRounds,
  type ServiceSize,
} from "./approval-service.ts";
import { startEngineProcess } from "./engine-process.ts";
import { rounded } from "./measure.ts";
import { seedOpenRuns } from "./seed-runs.ts";
import type { BenchResult } from "./suite.ts";

/** As many people as one may stand in for. */
const PRINCIPALS = 50;
/** Everybody who is asked, each on as many tasks. */
const APPROVERS = 1_000;
/** Days before and after today. */
const DAYS = 3;

/** The inbox of a substitute of 50 people, in a company whose open tasks are shared among 1,000. */
export async function measureSubstitute(
  { store, uri }: OwnStore,
  { manyRuns, pagesMs }: Pick<ServiceSize, "manyRuns" | "pagesMs">,
  report: (line: string) => void,
): Promise<BenchResult> {
  report(`inbox pages of a substitute of ${PRINCIPALS} people, among ${manyRuns} tasks`);
  const approvers = Array.from({ length: APPROVERS }, () => newId());
  await seedOpenRuns(store, manyRuns, [approver.userId], approvers);
  const engine = benchEngine(store);
  const today = Temporal.Now.plainDateISO("UTC");
  for (const userId of approvers.slice(0, PRINCIPALS)) {
    const days = {
      fromDate: today.subtract({ days: DAYS }).toString(),
      untilDate: today.add({ days: DAYS }).toString(),
      timeZone: "UTC",
    };
    await engine.createSubstitution({ ...submitter, userId }, { substituteId: occasional.userId, ...days });
  }
  const service = await startEngineProcess({ uri, dbName: store.db.databaseName });
  try {
    const page = await pagesOf(service, occasional);
    const latency = await readInRounds("inboxPage_ofSubstitute", page, pagesMs);
    const commands = async (take: number) => commandsDuring(store, () => page(take, 0));
    const [forOne, for100] = [await commands(1), await commands(100)];
    return {
      ratios: { inboxPage_ofSubstitute_commandsFor100To1: rounded(for100 / forOne) },
      figures: { ...latency, inboxPage_ofSubstitute_commandsFor100: for100 },
      tables: [
        {
          title: `Inbox of a substitute of ${PRINCIPALS} of ${APPROVERS} people with ${manyRuns} open tasks`,
          columns: ["what", "p50 ms", "p99 ms"],
          rows: [
            [
              "page of 20 with its total",
              latency["inboxPage_ofSubstitute_p50Ms"]!,
              latency["inboxPage_ofSubstitute_p99Ms"]!,
            ],
          ],
        },
      ],
    };
  } finally {
    await service.stop();
  }
}
