import { newId, type Store } from "@countersign/mongo";
import type { Engine } from "@countersign/approval-engine/engine";
import { benchEngine, type Caller } from "./approval-runs.ts";
import { collectGarbage, median, rounded } from "./measure.ts";
import type { BenchResult, Bound } from "./suite.ts";

const DAY_MS = 86_400_000;
/** Part of the decisions that come before those that are measured, until every path is compiled. */
const WARM_UP_SHARE = 0.3;

export interface CommandsSize {
  /** Decisions of each kind that are measured one by one. */
  commands: number;
  /** Batches that are measured, each beside as many single decisions. */
  batches: number;
  /** Decisions of a batch. */
  batch: number;
}

export const COMMAND_BOUNDS: readonly Bound[] = [
  {
    name: "decisionWithKeyToPlain",
    what: "time of a decision with a key and an expected revision to that of a plain one",
    must: "≤",
    limit: 1.25,
  },
  {
    name: "decisionWithAllRulesToPlain",
    what: "the same of a substitute's, with quorum and separation of duties",
    must: "≤",
    limit: 1.25,
  },
  { name: "bulkToSingle", what: "rate of decisions 100 at a time to single ones", must: "≥", limit: 0.8 },
  {
    name: "bulkWithKeyToSingleWithKey",
    what: "the same with keys",
    must: "≥",
    limit: 0.8,
  },
];

/** A company of one kind of decision: its runs have three stages, each of somebody else. */
interface Scene {
  submitter: Caller;
  /** Gives the verdict on the first stage. */
  actor: Caller;
  approverIds: readonly string[];
  stage: { approveBy: "ANY" } | { approveBy: "COUNT"; quorum: number };
  /** What the commands carry beside the verdict. */
  guards: () => { idempotencyKey?: string; expectedRevision?: string };
}

const unguarded = () => ({});
const guarded = () => ({ idempotencyKey: newId(), expectedRevision: "0.1" });

function sceneOf(guards: Scene["guards"]): Scene {
  const companyId = newId();
  const person = (name: string): Caller => ({ companyId, userId: newId(), privileged: false, name });
  const actor = person("Bench Approver");
  const approverIds = [actor.userId, newId(), newId()];
  return { submitter: person("Bench Submitter"), actor, approverIds, stage: { approveBy: "ANY" }, guards };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A company with every rule about people, in which a substitute decides. */
async function ruledScene(engine: Engine): Promise<Scene> {
  const scene = sceneOf(guarded);
  const { actor: principal } = scene;
  await engine.updateApprovalSettings(
    { ...principal, privileged: true },
    { submitterNeverDecides: true, onePersonOneStage: true, exclusiveGroups: [["buyer", "payer"]] },
  );
  const actor = { ...principal, userId: newId(), name: "Bench Substitute" };
  await engine.createSubstitution(principal, {
    substituteId: actor.userId,
    fromDate: dayOf(Date.now() - DAY_MS),
    untilDate: dayOf(Date.now() + 30 * DAY_MS),
    timeZone: "Europe/Berlin",
  });
  return { ...scene, actor, stage: { approveBy: "COUNT", quorum: 1 } };
}

/** Submits a run. @returns the task that waits */
async function waitingTask(engine: Engine, { submitter, approverIds, stage }: Scene): Promise<string> {
  const { tasks } = await engine.submitDocument(submitter, {
    refId: newId(),
    kind: "Leave",
    ref: "LV-BENCH",
    submitterId: submitter.userId,
    dynamicStages: approverIds.map((approverId, index) => ({
      name: `Stage ${index + 1}`,
      order: index + 1,
      ...stage,
      approverIds: [approverId],
    })),
  });
  return tasks[0]!._id;
}

async function waitingTasks(engine: Engine, scene: Scene, count: number): Promise<string[]> {
  const taskIds: string[] = [];
  while (taskIds.length < count) taskIds.push(await waitingTask(engine, scene));
  return taskIds;
}

const verdictOn = (taskId: string) => ({ taskId, status: "APPROVED", remark: "fine" });

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Decisions with a key and under every rule beside plain ones, one by one in turns, and batches beside single decisions.
 * Medians are compared: a pause of a shared machine makes a few of either much longer.
 */
export async function compareCommands(
  store: Store,
  { commands, ...size }: CommandsSize,
  report: (line: string) => void,
): Promise<BenchResult> {
  const engine = benchEngine(store);
  report(`${commands} decisions each: plain, with a key, under every rule`);
  const single = await decideInTurns(engine, commands);
  report(`${size.batches} batches of ${size.batch}, and as many single decisions`);
  const bulk = await bulkInTurns(engine, size, unguarded);
  const keyed = await bulkInTurns(engine, size, guarded);
  const toPlain = (ms: number) => rounded(ms / single.plain);
  return {
    ratios: {
      decisionWithKeyToPlain: toPlain(single.withKey),
      decisionWithAllRulesToPlain: toPlain(single.withAllRules),
      bulkToSingle: rounded(bulk.ratio),
      bulkWithKeyToSingleWithKey: rounded(keyed.ratio),
    },
    figures: {
      decision_p50Ms: rounded(single.plain),
      decisionWithKey_p50Ms: rounded(single.withKey),
      decisionWithAllRules_p50Ms: rounded(single.withAllRules),
      bulk_perSecond: rounded(bulk.perSecond),
      bulkWithKey_perSecond: rounded(keyed.perSecond),
    },
    tables: [
      {
        title: "Decisions one by one",
        columns: ["decision", "p50 ms", "of a plain one"],
        rows: [
          ["plain", rounded(single.plain), 1],
          ["with key and expected revision", rounded(single.withKey), toPlain(single.withKey)],
          [
            "these, of a substitute, with quorum and separation of duties",
            rounded(single.withAllRules),
            toPlain(single.withAllRules),
          ],
        ],
      },
      {
        title: `Decisions ${size.batch} at a time`,
        columns: ["decisions", "per second", "of single ones"],
        rows: [
          ["plain", rounded(bulk.perSecond), rounded(bulk.ratio)],
          ["with key and expected revisions", rounded(keyed.perSecond), rounded(keyed.ratio)],
        ],
      },
    ],
  };
}

/** Median milliseconds of a decision of each kind. */
async function decideInTurns(engine: Engine, count: number) {
  const scenes = [sceneOf(unguarded), sceneOf(guarded), await ruledScene(engine)];
  const warmUp = Math.ceil(count * WARM_UP_SHARE);
  const kinds: { scene: Scene; ms: number[]; taskIds: string[] }[] = [];
  for (const scene of scenes) {
    kinds.push({ scene, ms: [], taskIds: await waitingTasks(engine, scene, warmUp + count) });
  }
  collectGarbage();
  for (let at = 0; at < warmUp + count; at++) {
    for (const { scene, ms, taskIds } of at % 2 === 0 ? kinds : kinds.toReversed()) {
      const command = { ...verdictOn(taskIds[at]!), ...scene.guards() };
      const elapsed = await msOf(() => engine.decideApproval(scene.actor, command));
      if (at >= warmUp) ms.push(elapsed);
    }
  }
  const [plain, withKey, withAllRules] = kinds.map(({ ms }) => median(ms));
  return { plain: plain!, withKey: withKey!, withAllRules: withAllRules! };
}

/** The rate of decisions in batches, and its median ratio to that of single ones in the same round. */
async function bulkInTurns(
  engine: Engine,
  { batches, batch }: Pick<CommandsSize, "batches" | "batch">,
  guards: Scene["guards"],
) {
  const scene = sceneOf(guards);
  const rounds: { bulkMs: number; singleMs: number }[] = [];
  const warmUp = Math.ceil(batches * WARM_UP_SHARE);
  while (rounds.length < warmUp + batches) {
    const taskIds = await waitingTasks(engine, scene, 2 * batch);
    const { idempotencyKey, expectedRevision } = guards();
    const items = taskIds
      .slice(batch)
      .map((taskId) => Object.assign(verdictOn(taskId), expectedRevision && { expectedRevision }));
    const inBulk = () =>
      msOf(async () => {
        const results = await engine.decideMany(scene.actor, { items, idempotencyKey });
        if (results.some(({ result }) => result !== "DONE")) throw new Error("a decision was refused");
      });
    const oneByOne = () =>
      msOf(async () => {
        for (const taskId of taskIds.slice(0, batch)) {
          await engine.decideApproval(scene.actor, { ...verdictOn(taskId), ...guards() });
        }
      });
    if (rounds.length % 2 === 0) rounds.push({ bulkMs: await inBulk(), singleMs: await oneByOne() });
    else rounds.push({ singleMs: await oneByOne(), bulkMs: await inBulk() });
  }
  const measured = rounds.slice(warmUp);
  return {
    perSecond: (batch * 1_000) / median(measured.map(({ bulkMs }) => bulkMs)),
    ratio: median(measured.map(({ bulkMs, singleMs }) => singleMs / bulkMs)),
  };
}
