import { once } from "node:events";
import { fork } from "node:child_process";
import { newId, type Store, toObjectId } from "@countersign/mongo";
import type { AbuseHabit, AbuseSetting } from "./abuse.ts";
import { type Attack, measureBystander } from "./abuse-victim.ts";
import type { Flood, Flooded } from "./abuse-process.ts";
import { benchEngine, type Caller, submitter } from "./approval-runs.ts";
import { rounded } from "./measure.ts";
import { seedOpenRuns } from "./seed-runs.ts";

const TASKS = 100;
const APPROVERS = 200;
const NOTIFICATIONS = 500;
const MESSAGE_LENGTH = 2_600;
const WORKFLOWS = 5;
/** More than are served at a time and wait together. */
const LOOPS = 32;
const BYTES_PER_MEGABYTE = 1_048_576;

/** As much as one page can hold: whoever asks for it has to get it. */
const DEAREST = `{ workflowTaskPage(input: { take: 100 }) { total data { _id ref title status canUpdateStatus stage { name }
  approvals { _id status remark approver { _id name email } } } } }`;
const NOTIFICATIONS_20 = `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: findMyNotifications { _id message kind createdAt }`).join(" ")} }`;

export const GRAPHQL_HABITS: readonly AbuseHabit[] = [
  {
    name: "graphqlDearestPage",
    surface: "GraphQL over HTTP",
    habit: `pages of ${TASKS} tasks with ${APPROVERS} approvals and approvers each, ${LOOPS} at a time`,
    memoryGrowthMb: 400,
    run: (setting) => flooded(setting, submitter, DEAREST),
  },
  {
    name: "graphqlTwentyAliases",
    surface: "GraphQL over HTTP",
    habit: `${NOTIFICATIONS} notifications under 20 aliases, ${LOOPS} at a time`,
    memoryGrowthMb: 400,
    run: (setting) => flooded(setting, submitter, NOTIFICATIONS_20),
  },
];

async function flooded(setting: AbuseSetting, abuser: Caller, query: string) {
  const { service, store, quick } = setting;
  await seed(store, quick ? 2 : TASKS);
  const authorization = await service.bearer({ sub: abuser.userId, companyId: abuser.companyId });
  const body = JSON.stringify({ query });
  return measureBystander(setting, async () =>
    flood({ url: `${service.url}/graphql`, authorization, body, loops: quick ? 1 : LOOPS }),
  );
}

async function seed(store: Store, tasks: number): Promise<void> {
  const engine = benchEngine(store);
  for (let at = 0; at < WORKFLOWS; at++) await engine.workflows.create(submitter, { name: `Workflow ${at}` });
  const approverIds = Array.from({ length: APPROVERS }, newId);
  const companyId = toObjectId(submitter.companyId);
  await store.db
    .collection("users")
    .insertMany(approverIds.map((id) => ({ _id: toObjectId(id), companyId, name: `Approver ${id}` })));
  await seedOpenRuns(store, tasks, approverIds);
  const notifications = store.db.collection("workflow_notifications");
  const { _id, ...sample } = (await notifications.findOne())!;
  const mine = { ...sample, userId: toObjectId(submitter.userId), message: "x".repeat(MESSAGE_LENGTH) };
  await notifications.insertMany(Array.from({ length: NOTIFICATIONS }, () => ({ ...mine })));
}

/** Sends the same request over and over, from a process of its own. */
async function flood(what: Flood): Promise<Attack> {
  const child = fork(new URL("abuse-process.ts", import.meta.url));
  child.send(what);
  return {
    stop: async () => {
      const told = once(child, "message");
      child.send("stop");
      const [{ counts, largest }] = (await told) as [Flooded];
      const answers = Object.entries(counts).map(([status, count]) => `${status} × ${count}`);
      return `${answers.join(", ")}; at most ${rounded(largest / BYTES_PER_MEGABYTE)} MB`;
    },
  };
}
