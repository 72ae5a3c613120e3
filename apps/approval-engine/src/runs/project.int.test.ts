import { setTimeout as delay } from "node:timers/promises";
import { type Store, connectStore, newId, toHex, toObjectId } from "@countersign/mongo";
import { startDueWork } from "@countersign/mongo/due-work";
import { silentLogger, useStoreProxy, useTestStore, waitFor } from "@countersign/testing";
import type { ClientSession, Document } from "mongodb";
import { type TestContext, afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { FEATURES, followersOf } from "../all-features.ts";
import type { Caller, Engine } from "../engine.ts";
import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import {
  ONE_RUN_KINDS,
  type SubmissionScene,
  oneRunScenes,
  submissionScenes,
} from "../../test/one-run-scenes.ts";
import { createProjector, followOf } from "./project.ts";
import type { RunRecord } from "./run-record.ts";
import { runRecovery } from "./run-recovery.ts";
import { runsIn } from "./runs-repository.ts";

const store = await useTestStore();
const otherStore = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "another-replica" });
afterAll(() => otherStore.close());
const engine = await engineOn(store, { kinds: ONE_RUN_KINDS });
const otherEngine = await engineOn(otherStore, { kinds: ONE_RUN_KINDS });
const records = recordsOf(store);

/** Collections that follow from runs. */
const FOLLOWING = [
  "workflow_events",
  "workflow_notifications",
  "audit_logs",
  "outbox",
  "workflow_tasks",
  "workflow_approvals",
  "approval_timers",
  "task_snoozes",
  "agent_requests",
] as const;

const WRITES: ReadonlySet<unknown> = new Set(["bulkWrite", "updateOne", "updateMany", "deleteMany"]);

/** Whether these are options of a write that its command's own transaction has. */
const isOfTransaction = (options: unknown): boolean =>
  (options as { session?: ClientSession } | undefined)?.session?.inTransaction() === true;

/** An engine whose process dies before it writes into one of these collections, for ever or until it is healed. */
async function engineDyingBefore(names: readonly string[]) {
  let isDead = true;
  const collection = (name: string) => {
    const whole = store.db.collection(name);
    if (!names.includes(name)) return whole;
    return new Proxy(whole, {
      get: (target, member) => {
        const isClear = member === "bulkWrite" && name === "workflow_runs";
        const isFollowing = WRITES.has(member) && name !== "workflow_runs";
        const value: unknown = Reflect.get(target, member, target);
        if (typeof value !== "function") return value;
        if (!isClear && !isFollowing) return value.bind(target) as unknown;
        return async (...given: unknown[]): Promise<unknown> => {
          if (isDead && !given.some(isOfTransaction)) throw new Error(`died before ${name}`);
          return value.apply(target, given) as unknown;
        };
      },
    });
  };
  const db = new Proxy(store.db, {
    get: (target, member) =>
      member === "collection" ? collection : (Reflect.get(target, member, target) as unknown),
  });
  const dying = await engineOn({ ...store, db }, { kinds: ONE_RUN_KINDS });
  return { engine: dying, heal: () => (isDead = false) };
}

/** A document that waits for its first of two approvers. */
async function waitingDocument(approvers = 2) {
  const company = aCompany();
  const people = Array.from({ length: approvers }, () => company.user());
  const { refId, runId, tasks, submitter } = await submitNew(
    engine,
    company.user(),
    stagesOf(...people.map((person) => [person])),
  );
  return { company, people, refId, runId, submitter, taskIds: tasks.map(({ _id }) => _id) };
}

const recordOf = async (runId: string): Promise<RunRecord> =>
  (await runsIn(store).findOne({ _id: toObjectId(runId) }))!;

const withoutIds = (message: string): string => message.replaceAll(/[\da-f]{24}/gu, "<id>");

/** A command of each kind, those that begin a run too. */
async function allScenes(): Promise<Record<string, SubmissionScene>> {
  const ofRuns = Object.entries(await oneRunScenes(engine, store)).map(
    ([name, { runId, act }]): [string, SubmissionScene] => [name, { run: { _id: toObjectId(runId) }, act }],
  );
  return { ...Object.fromEntries(ofRuns), ...(await submissionScenes(engine)) };
}

/** The runs of a scene's document, newest first; none before the submission that begins it. */
const runsOf = async ({ run }: Pick<SubmissionScene, "run">): Promise<RunRecord[]> =>
  runsIn(store).find(run).sort({ number: -1 }).toArray();

/** All that is read of documents after their commands. */
const seenAfter = async (scenes: Record<string, SubmissionScene>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(scenes).map(async ([name, scene]) => {
        const documentRuns = await runsOf(scene);
        const taskIds = documentRuns.flatMap(({ tasks }) => tasks.map(({ _id }) => toHex(_id)));
        const states = documentRuns.map(({ state, tab }) => `${state} ${tab}`);
        return [name, { ...(await seenOf(toHex(documentRuns[0]!.refId), taskIds)), states }] as const;
      }),
    ),
  );

/** All that is read of a document, ids and times aside. */
async function seenOf(refId: string, taskIds: readonly string[]) {
  const events = await records.events(refId);
  const approvals = await Promise.all(taskIds.map((taskId) => records.approvals(taskId)));
  const ofTasks = { taskId: { $in: taskIds.map((taskId) => toObjectId(taskId)) } };
  return {
    events: events.map(({ event }) => event),
    notifications: (await records.notifications(refId))
      .map(({ event, message }) => `${event} ${withoutIds(message)}`)
      .toSorted(),
    tasks: (await records.tasks(refId)).map(({ status, archived }) => `${status} ${archived}`),
    approvals: approvals.flat().map(({ status }) => status),
    documents: (await records.list<Document>("workflow_documents", { refId: toObjectId(refId) })).map(
      ({ revision, title }) => `${revision} ${title}`,
    ),
    messages: (await records.outbox(refId)).map(({ subject }) => subject.split(".").slice(0, 3).join(".")),
    audited: (
      await Promise.all(
        [refId, ...taskIds, ...approvals.flat().map(({ _id }) => _id)].map((id) => records.audit(id)),
      )
    )
      .flat()
      .map(({ action }) => String(action)),
    timers: (await records.list<Document>("approval_timers", ofTasks)).map(
      ({ action, state }) => `${action} ${state}`,
    ),
    snoozes: (await records.list("task_snoozes", ofTasks)).length,
    requests: (await records.list<Document>("agent_requests", { _id: toObjectId(refId) })).map(
      ({ status, claimedUntil }) => `${status} ${claimedUntil === undefined}`,
    ),
  };
}

const approve = (by: Engine, caller: Caller, taskId = "") =>
  by.decideApproval(caller, { taskId, status: "APPROVED" });

/** All that is read after a verdict that nothing interrupted. */
async function uninterrupted() {
  const { people, refId, taskIds } = await waitingDocument();
  await approve(engine, people[0]!, taskIds[0]);
  return seenOf(refId, taskIds);
}

describe("a process that dies after its update", () => {
  const places: [string, readonly string[]][] = [
    ["before anything else", FOLLOWING],
    ...FOLLOWING.map((name): [string, readonly string[]] => [`before ${name}`, [name]]),
    ["between the rows and the clear", []],
  ];
  let expected: Awaited<ReturnType<typeof seenAfter>>;
  beforeAll(async () => {
    const scenes = await allScenes();
    for (const { act } of Object.values(scenes)) await act(engine);
    expected = await seenAfter(scenes);
  });

  it.each(places)(
    "%s leaves what another finishes, once, whatever the command [ONE-3]",
    async (_, names) => {
      const scenes = await allScenes();
      const commands = Object.values(scenes);
      const dying = await engineDyingBefore([...names, "workflow_runs"]);
      const answers = commands.map(async ({ act }) =>
        act(dying.engine).catch(({ code, message }: Error & { code: string }) => `${code} ${message}`),
      );
      const arePending = async (isPending: boolean) =>
        (await Promise.all(commands.map(runsOf))).every(
          ([newestRun]) => newestRun !== undefined && (newestRun.pending !== undefined) === isPending,
        );
      await waitFor(() => arePending(true));
      const { db } = otherStore;
      const projector = createProjector({
        db,
        kinds: ONE_RUN_KINDS,
        followers: followersOf(FEATURES),
        committed: () => undefined,
      });
      const finishing = startDueWork({
        db,
        works: [runRecovery({ db, logger: silentLogger, projector })],
        failed: (error) => expect.unreachable(String(error)),
        pauseMs: 20,
      });
      onTestFinished(async () => {
        await finishing.close();
        await projector.close();
      });
      await waitFor(() => arePending(false));
      expect(await seenAfter(scenes)).toEqual(expected);
      dying.heal();
      await Promise.all(answers);
      expect(await seenAfter(scenes)).toEqual(expected);
    },
    20_000,
  );

  it("accepts an amendment behind what its run says of it [ONE-2]", () => {
    const { messages = [] } = expected["a durable amendment"] ?? {};
    expect(messages.slice(-3)).toEqual([
      "approval.notification.hr",
      "approval.notification.hr",
      "approval.request.hr",
    ]);
  });

  it("is finished by the next command on the document before that one is decided [ONE-3]", async () => {
    const { people, refId, runId, taskIds } = await waitingDocument();
    const dying = await engineDyingBefore(FOLLOWING);
    const answered = approve(dying.engine, people[0]!, taskIds[0]).catch(() => undefined);
    await waitFor(async () => (await recordOf(runId)).pending !== undefined);
    await approve(otherEngine, people[1]!, taskIds[1]);
    const rows = await store.db.collection("outbox").find({ key: refId }).sort({ position: 1 }).toArray();
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, at) => at + 1));
    expect((await records.events(refId)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(["APPROVED", "COMPLETED"]),
    );
    dying.heal();
    await answered;
  });

  it("is finished by the next transaction on the document too [ONE-3]", async () => {
    const { company, people, refId, runId, submitter, taskIds } = await waitingDocument();
    await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" });
    const dying = await engineDyingBefore(FOLLOWING);
    const answered = approve(dying.engine, people[0]!, taskIds[0]).catch(() => undefined);
    await waitFor(async () => (await recordOf(runId)).pending !== undefined);
    await otherEngine.amendDocument(submitter, { refId, document: { title: "Changed" } });
    const rows = await store.db.collection("outbox").find({ key: refId }).sort({ position: 1 }).toArray();
    expect(new Set(rows.map(({ position }) => Number(position))).size).toBe(rows.length);
    expect((await recordOf(runId)).pending).toBeUndefined();
    dying.heal();
    await answered;
  });
});

/** Each is attempted for five seconds before it fails: side by side, so that they wait once. */
describe.concurrent("a projection that fails as long as it is attempted", () => {
  it("of a verdict is answered that its outcome is not known, and the same key answers it later [ONE-3]", async () => {
    const { people, refId, taskIds } = await waitingDocument();
    const dying = await engineDyingBefore(["workflow_events"]);
    const verdict = { taskId: taskIds[0]!, status: "APPROVED", idempotencyKey: "once" };
    await expect(dying.engine.decideApproval(people[0]!, verdict)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "The outcome is not known yet; ask again with the same key",
    });
    let replays = 0;
    const asker = { ...people[0]!, onReplay: () => (replays += 1) };
    await otherEngine.decideApproval(asker, verdict);
    expect(replays).toBe(1);
    expect(await seenOf(refId, taskIds)).toEqual(await uninterrupted());
  });

  it("of an item ends its batch, and the same key does the rest from another replica [ONE-3] [CTRL-6]", async () => {
    const company = aCompany();
    const approver = company.user();
    const items = [];
    for (let count = 0; count < 3; count += 1) {
      const { tasks } = await submitNew(engine, company.user(), stagesOf([approver], [company.user()]));
      items.push({ taskId: tasks[0]!._id, status: "APPROVED" });
    }
    const batch = { items, idempotencyKey: "batch" };
    const dying = await engineDyingBefore(["workflow_events"]);
    const resultsOf = async (by: Engine) =>
      (await by.decideMany(approver, batch)).map(({ result, message }) => `${result} ${message}`);
    expect(await resultsOf(dying.engine)).toEqual([
      "FAILED The outcome is not known yet; ask again with the same key",
      expect.stringContaining("FAILED Not tried"),
      expect.stringContaining("FAILED Not tried"),
    ]);
    const others = { ...batch, items: items.slice(1) };
    await expect(otherEngine.decideMany(approver, others)).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect(await resultsOf(otherEngine)).toEqual(["REPLAYED undefined", "DONE undefined", "DONE undefined"]);
    const approved = await records.list("workflow_events", {
      taskId: { $in: items.map(({ taskId }) => toObjectId(taskId)) },
      event: "APPROVED",
    });
    expect(approved).toHaveLength(3);
  }, 20_000);

  it("of a submission is answered by the same key from another replica, with the same run [ONE-3]", async () => {
    const company = aCompany();
    const submitter = company.user();
    const submission = {
      refId: newId(),
      kind: "Leave",
      submitterId: submitter.userId,
      dynamicStages: stagesOf([company.user()], [company.user()]),
    } as const;
    const dying = await engineDyingBefore(["workflow_events"]);
    const answeredBy = async (key: { idempotencyKey: string } | { requestId: string }) => {
      const keyed = { ...submission, ...key, refId: newId() };
      await expect(dying.engine.submitDocument(submitter, keyed)).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: "The outcome is not known yet; ask again with the same key",
      });
      const answer = await otherEngine.submitDocument(submitter, keyed);
      const [run, ...others] = await runsOf({ run: { refId: toObjectId(keyed.refId) } });
      expect(others).toEqual([]);
      expect(answer.runId).toBe(toHex(run!._id));
      expect((await records.events(keyed.refId)).map(({ event }) => event)).toEqual(["TASK_CREATED"]);
    };
    await Promise.all([answeredBy({ idempotencyKey: "once" }), answeredBy({ requestId: newId() })]);
  }, 30_000);

  it("rows of a feature that only a newer release has are left to that release [ONE-3]", async () => {
    const { people, runId, taskIds } = await waitingDocument();
    const dying = await engineDyingBefore(["workflow_runs"]);
    await approve(dying.engine, people[0]!, taskIds[0]);
    const writtenRun = await recordOf(runId);
    writtenRun.pending!.followings = { ...writtenRun.pending!.followings, ofANewerRelease: { rows: [] } };
    const projector = createProjector({
      db: otherStore.db,
      kinds: ONE_RUN_KINDS,
      followers: followersOf(FEATURES),
      committed: () => undefined,
    });
    await expect(projector.project(writtenRun)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await projector.close();
    expect((await recordOf(runId)).pending).toBeDefined();
  }, 20_000);

  it("one decision that cannot be projected holds no other of its batch up [ONE-3]", async () => {
    const documents = await Promise.all([waitingDocument(), waitingDocument(), waitingDocument()]);
    const dying = await engineDyingBefore(FOLLOWING);
    const answered = documents.map(({ people, taskIds }) =>
      approve(dying.engine, people[0]!, taskIds[0]).catch(() => undefined),
    );
    await waitFor(async () =>
      (await Promise.all(documents.map(({ runId }) => recordOf(runId)))).every(({ pending }) => pending),
    );
    const written = await Promise.all(documents.map(({ runId }) => recordOf(runId)));
    // No store takes a list as an id.
    Object.assign(written[1]!.pending!.events[0]!, { _id: ["a list"] });
    const projector = createProjector({
      db: otherStore.db,
      kinds: ONE_RUN_KINDS,
      followers: followersOf(FEATURES),
      committed: () => undefined,
    });
    const outcomes = await Promise.allSettled(written.map((record) => projector.project(record)));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    dying.heal();
    await Promise.all([...answered, projector.close()]);
  }, 20_000);
});

it("what follows depends on the record alone: each process finds the same [ONE-3]", async () => {
  const { people, runId, taskIds } = await waitingDocument();
  const dying = await engineDyingBefore(FOLLOWING);
  const answered = approve(dying.engine, people[0]!, taskIds[0]).catch(() => undefined);
  await waitFor(async () => (await recordOf(runId)).pending !== undefined);
  const [once, again] = [
    followOf(ONE_RUN_KINDS, await recordOf(runId)),
    followOf(ONE_RUN_KINDS, await recordOf(runId)),
  ];
  expect(again).toEqual(once);
  expect(once.tasks.length).toBeGreaterThan(0);
  expect(once.messages.length).toBeGreaterThan(0);
  dying.heal();
  await answered;
});

it("a row of a later version stays [ONE-3]", async () => {
  const { people, runId, taskIds } = await waitingDocument();
  const dying = await engineDyingBefore(["workflow_runs"]);
  await approve(dying.engine, people[0]!, taskIds[0]);
  const late = await recordOf(runId);
  expect(late.pending).toBeDefined();
  await approve(engine, people[1]!, taskIds[1]);
  const after = await records.tasks(late.refId.toHexString());
  const projector = createProjector({
    db: store.db,
    kinds: ONE_RUN_KINDS,
    followers: followersOf(FEATURES),
    committed: () => undefined,
  });
  await projector.project(late);
  await projector.close();
  expect(await records.tasks(late.refId.toHexString())).toEqual(after);
});

it("what was read before the clear is not projected again after it [ONE-3]", async () => {
  const { people, runId, taskIds } = await waitingDocument();
  const dying = await engineDyingBefore(["workflow_runs"]);
  await approve(dying.engine, people[0]!, taskIds[0]);
  const readBefore = await recordOf(runId);
  const projector = createProjector({
    db: store.db,
    kinds: ONE_RUN_KINDS,
    followers: followersOf(FEATURES),
    committed: () => undefined,
  });
  expect(await projector.settle(readBefore)).toBe(true);
  await projector.close();
  expect((await recordOf(runId)).pending).toBeUndefined();
  expect(await projector.settle(readBefore)).toBe(false);
});

it("recovery leaves to its own process what that one projects at the moment [ONE-3]", async () => {
  const { people, runId, taskIds } = await waitingDocument();
  const dying = await engineDyingBefore(FOLLOWING);
  const answered = approve(dying.engine, people[0]!, taskIds[0]).catch(() => undefined);
  await waitFor(async () => (await recordOf(runId)).pending !== undefined);
  const writtenRun = await recordOf(runId);
  expect(await dying.engine.projector.finish(writtenRun)).toBe(false);
  expect(await otherEngine.projector.finish(writtenRun)).toBe(true);
  dying.heal();
  await answered;
});

it("more commands than places are refused, and nothing of them is written [ONE-3] [OPS-5]", async () => {
  const projector = createProjector({
    db: store.db,
    kinds: ONE_RUN_KINDS,
    followers: followersOf(FEATURES),
    committed: () => undefined,
  });
  const places = Array.from({ length: 256 }, () => projector.takePlace());
  expect(() => projector.takePlace()).toThrow(expect.objectContaining({ code: "TOO_MANY_REQUESTS" }));
  places[0]!.release();
  places[0]!.release();
  projector.takePlace();
  expect(() => projector.takePlace()).toThrow("Too many decisions are being recorded");
});

/** An engine behind a proxy, and a document that waits for two people at a time. */
async function farAway({ onTestFinished: afterTest }: TestContext) {
  const proxy = await useStoreProxy(store.uri);
  const far = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "test" });
  afterTest(() => far.close());
  const farEngine = await engineOn(far);
  const company = aCompany();
  const [one, two] = [company.user(), company.user()];
  const stages = stagesOf({ approvers: [one, two], approveBy: "ALL" });
  const { refId, runId, tasks } = await submitNew(engine, company.user(), stages);
  const taskId = tasks[0]!._id;
  const verdict = { taskId, status: "APPROVED", idempotencyKey: "k" };
  /** How often each has approved, by the history. */
  const approvals = async () => {
    const events = (await records.events(refId)).filter(({ event }) => event === "APPROVED");
    return [one, two].map(({ userId }) => events.filter(({ actorId }) => actorId === userId).length);
  };
  return { proxy, farEngine, one, two, refId, runId, taskId, verdict, approvals };
}

/** Bytes that only the update of a run has. */
const UPDATE = "lastDecision";
/** How often the driver sends an update that is not answered. */
const SENT = 2;
const UNKNOWN = {
  code: "UNAVAILABLE",
  message: "The outcome is not known yet; ask again with the same key",
};

describe.concurrent("an update whose answer is lost", () => {
  it("is known by its record [ONE-2]", async (context) => {
    const { proxy, farEngine, one, taskId, approvals } = await farAway(context);
    proxy.loseAnswerTo(UPDATE, SENT);
    await approve(farEngine, one, taskId);
    expect(await approvals()).toEqual([1, 0]);
  });

  it("is known by its key once others have written the run [ONE-2] [CTRL-1]", async (context) => {
    const { proxy, farEngine, one, two, taskId, verdict, approvals } = await farAway(context);
    proxy.loseAnswerTo(UPDATE, SENT);
    const isUpdate = { "tasks._id": toObjectId(taskId), "keys.0": { $exists: true } };
    const answered = farEngine.decideApproval(one, verdict);
    proxy.delayAnswers(300);
    await waitFor(async () => (await runsIn(store).countDocuments(isUpdate)) === 1);
    await approve(engine, two, taskId);
    await answered;
    expect(await approvals()).toEqual([1, 1]);
  });

  it("comes late: its command waits for it [ONE-2]", async (context) => {
    const { proxy, farEngine, one, taskId, approvals } = await farAway(context);
    const deliver = proxy.holdBack(UPDATE, SENT);
    const answered = approve(farEngine, one, taskId);
    await delay(1_000);
    await deliver();
    await answered;
    expect(await approvals()).toEqual([1, 0]);
  });

  it("comes too late: its command is answered that the outcome is unknown, and its key finds it [ONE-2] [CTRL-1]", async (context) => {
    const { proxy, farEngine, one, runId, verdict, approvals } = await farAway(context);
    const deliver = proxy.holdBack(UPDATE, SENT);
    await expect(farEngine.decideApproval(one, verdict)).rejects.toMatchObject(UNKNOWN);
    expect(await approvals()).toEqual([0, 0]);
    await deliver();
    expect((await recordOf(runId)).pending).toBeDefined();
    let replays = 0;
    await engine.decideApproval({ ...one, onReplay: () => (replays += 1) }, verdict);
    expect(replays).toBe(1);
    expect(await approvals()).toEqual([1, 0]);
  }, 20_000);

  it("comes after its command was sent again with its key: it counts for nothing [ONE-2] [CTRL-1]", async (context) => {
    const { proxy, farEngine, one, refId, verdict, approvals } = await farAway(context);
    const deliver = proxy.holdBack(UPDATE, SENT);
    await expect(farEngine.decideApproval(one, verdict)).rejects.toMatchObject(UNKNOWN);
    await engine.decideApproval(one, verdict);
    const history = await records.events(refId);
    await deliver();
    await engine.decideApproval(one, verdict);
    expect(await approvals()).toEqual([1, 0]);
    expect(await records.events(refId)).toEqual(history);
  }, 20_000);

  it("comes after another's: its command is judged anew at once, and it counts for nothing [ONE-2]", async (context) => {
    const { proxy, farEngine, one, two, taskId, approvals } = await farAway(context);
    const deliver = proxy.holdBack(UPDATE, SENT);
    const answered = approve(farEngine, one, taskId);
    await delay(500);
    await approve(engine, two, taskId);
    await answered;
    expect(await approvals()).toEqual([1, 1]);
    await deliver();
    expect(await approvals()).toEqual([1, 1]);
  });

  it("leaves the outcome unknown where others have written the run several times and it has no key [ONE-2]", async (context) => {
    const { proxy, farEngine, one, two, taskId, approvals } = await farAway(context);
    proxy.loseAnswerTo(UPDATE, SENT);
    proxy.delayAnswers(600);
    const answered = approve(farEngine, one, taskId);
    const isWritten = { "tasks._id": toObjectId(taskId), version: 2 };
    await waitFor(async () => (await runsIn(store).countDocuments(isWritten)) === 1);
    await approve(engine, two, taskId);
    await expect(answered).rejects.toMatchObject(UNKNOWN);
    expect(await approvals()).toEqual([1, 1]);
  });
});

it("200 pairs of verdicts on one document, from two replicas: one of each pair counts, in one order [ONE-2]", async () => {
  const company = aCompany();
  const approvers = Array.from({ length: 200 }, () => company.user());
  const { refId, tasks } = await submitNew(engine, company.user(), stagesOf({ approvers, approveBy: "ALL" }));
  const taskId = tasks[0]!._id;
  const replicas: [Engine, Pick<Store, "db">][] = [
    [engine, store],
    [otherEngine, otherStore],
  ];
  const outcomes: string[] = [];
  const pairs = approvers.map((approver) =>
    Promise.all(
      replicas.map(async ([replica]) => {
        const outcome = await approve(replica, approver, taskId).then(
          () => "DONE",
          ({ code }: { code: string }) => code,
        );
        outcomes.push(outcome);
      }),
    ),
  );
  await Promise.all(pairs);
  const approved = (await records.approvals(taskId)).filter(({ status }) => status === "APPROVED");
  expect(outcomes.filter((outcome) => outcome === "DONE")).toHaveLength(approved.length);
  const events = (await records.events(refId)).filter(({ event }) => event === "APPROVED");
  expect(events).toHaveLength(approved.length);
  expect(new Set(events.map(({ actorId }) => actorId)).size).toBe(approved.length);
  const rows = await store.db.collection("outbox").find({ key: refId }).sort({ position: 1 }).toArray();
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, at) => at + 1));
}, 60_000);
