import { newId, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { decideThrough } from "./clients.ts";
import { type DocumentState, reachable } from "./model.ts";
import type { Random } from "./random.ts";
import type { Answered, Tracker } from "./tracker.ts";
import type { World } from "./world.ts";

const TASK_TIMEOUT_MS = 4_000;
const ENGINES = ["engine-1", "engine-2"] as const;

/** One or two verdicts, mostly on waiting tasks, sometimes on others. */
export async function decideSomething(
  world: World,
  random: Random,
  { refId, tracker }: { refId: string; tracker: Tracker },
): Promise<void> {
  const state = tracker.states.flatMap(reachable).findLast(({ tasks }) => tasks.length > 0);
  const target = state && taskToDecide(state, random);
  if (target === undefined) return;
  const { stage, nth, earlier, approvers } = target;
  const taskId = await findTask(world, refId, { stage, nth: earlier + nth });
  if (taskId === undefined) return;
  const verdict = () => (random.chance(0.75) ? ("APPROVED" as const) : ("REJECTED" as const));
  const users = random.chance(0.1) ? [newId()] : random.chance(0.3) ? approvers : [random.pick(approvers)];
  const together = users.map((user) => ({ type: "decide" as const, verdict: verdict(), user, stage, nth }));
  const answers = await Promise.all(
    together.map(async (command): Promise<Answered> => {
      const { user: userId, verdict: status } = command;
      const result = await decideThrough(world, random.pick(ENGINES), { userId, taskId, status });
      return { command, result };
    }),
  );
  tracker.observe(...answers);
}

/** A task of the current run: the n-th of its stage, after those of earlier runs. */
function taskToDecide({ stages, tasks, earlier }: DocumentState, random: Random) {
  const index = random.chance(0.1)
    ? random.below(tasks.length)
    : tasks.findIndex(({ status }) => status === "AWAITING_APPROVAL");
  const task = tasks[index];
  const stage = task && stages[task.stage];
  if (task === undefined || stage === undefined) return undefined;
  const nth = tasks.slice(0, index).filter((otherTask) => otherTask.stage === task.stage).length;
  const [first, ...otherApprovers] = stage.approvers;
  if (first === undefined) return undefined;
  const before = earlier.filter((task) => task.startsWith(`${stage.name} `)).length;
  return { stage: stage.name, nth, earlier: before, approvers: [first, ...otherApprovers] as const };
}

/** Id of the n-th task of a stage; waits for it, because durable submissions are asynchronous. */
export async function findTask(
  { store }: World,
  refId: string,
  { stage, nth }: { stage: string; nth: number },
): Promise<string | undefined> {
  const ofStage = { refId: toObjectId(refId), stageName: stage };
  const tasks = store.db.collection("workflow_tasks");
  return waitFor(
    async () => (await tasks.find(ofStage).sort({ createdAt: 1, _id: 1 }).toArray())[nth]?._id.toHexString(),
    { timeoutMs: TASK_TIMEOUT_MS, intervalMs: 25 },
  ).catch(() => undefined);
}
