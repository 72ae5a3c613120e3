import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, useTestStore, waitFor } from "@countersign/testing";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { aCompany, commandsBeforeAnswer, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";
import { ONE_RUN_KINDS, oneRunScenes } from "./one-run-scenes.ts";
import { addStaff } from "./service-fixture.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store, { kinds: ONE_RUN_KINDS });
const company = aCompany();
let approver: Caller;
beforeAll(async () => {
  const staff = await addStaff(store, company.companyId, newId);
  approver = { ...company.user(), userId: staff.employee };
});

/** The commands that a verdict sends before it is answered, by names. */
async function commandsOfDecision(status: string): Promise<string[]> {
  const { tasks } = await submitNew(engine, company.user(), stagesOf([approver], [approver]));
  const taskId = tasks[0]?._id ?? "";
  const commands = await commandsBeforeAnswer(store, () =>
    engine.decideApproval(approver, { taskId, status }),
  );
  return commands.toSorted();
}

it.each(["APPROVED", "REJECTED"])(
  "reads each collection once for a verdict %s, and writes its run once [ONE-2] [ONE-3]",
  async (status) => {
    expect(await commandsOfDecision(status)).toEqual([
      "aggregate outbox",
      "find approval_settings",
      "find approval_substitutions",
      "find users",
      "find workflow_runs",
      "insert audit_logs",
      "insert outbox",
      "insert workflow_events",
      "insert workflow_notifications",
      "update workflow_approvals",
      "update workflow_runs",
      "update workflow_tasks",
    ]);
  },
);

/** How many commands each command sends before it is answered, and the transactions among them. */
const SENT: Record<string, string> = {
  "a verdict": "12 in 0 transactions",
  "a nudge": "12 in 0 transactions",
  "a recall": "13 in 0 transactions",
  "a seat handed on": "17 in 0 transactions",
  "an added approver": "14 in 0 transactions",
  "a withdrawn verdict": "13 in 0 transactions",
  "a cancellation": "10 in 0 transactions",
  "an added row": "10 in 0 transactions",
  "a changed row": "9 in 0 transactions",
  "a deleted row": "14 in 0 transactions",
  "a changed task": "5 in 0 transactions",
  "a deleted task": "7 in 0 transactions",
  // Its timer is marked with it.
  "a reminder": "15 in 1 transactions",
  "an amendment": "17 in 1 transactions",
  "a durable amendment": "19 in 1 transactions",
  // One notes the leaver, one finds their runs.
  "a leaver": "17 in 2 transactions",
  // The transaction reads the request for the answer.
  "a withdrawn request": "16 in 1 transactions",
  "an expired request": "13 in 0 transactions",
};

it("sends few commands for any command on one run [ONE-2] [ONE-3]", async () => {
  const sent: Record<string, string> = {};
  for (const [name, { act }] of Object.entries(await oneRunScenes(engine, store))) {
    const commands = await commandsBeforeAnswer(store, () => act(engine));
    const commits = commands.filter((command) => command.startsWith("commitTransaction")).length;
    sent[name] = `${commands.length} in ${commits} transactions`;
  }
  expect(sent).toEqual(SENT);
});

/** Approvers who decide at once, and what each of them decides, one after the other. */
const AT_ONCE = 16;
const OF_EACH = 4;

it("writes what follows from sixteen verdicts at once in common commands [ONE-3]", async () => {
  const workflowRuns = store.db.collection("workflow_runs");
  const isCleared = async () => (await workflowRuns.countDocuments({ pending: { $exists: true } })) === 0;
  const deciders = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const { companyId } = company;
      const { employee } = await addStaff(store, companyId, newId);
      const decider = { ...company.user(), userId: employee };
      const runs = Array.from({ length: OF_EACH }, async () =>
        submitNew(engine, company.user(), stagesOf([decider], [approver])),
      );
      return { decider, taskIds: (await Promise.all(runs)).map(({ tasks }) => tasks[0]!._id) };
    }),
  );
  await waitFor(isCleared);
  const commands = await commandEventsOf(store.client, async () => {
    await Promise.all(
      deciders.map(async ({ decider, taskIds }) => {
        for (const taskId of taskIds) await engine.decideApproval(decider, { taskId, status: "APPROVED" });
      }),
    );
    await waitFor(isCleared);
  });
  const names = commands.map(({ commandName, command }) => `${commandName} ${String(command[commandName])}`);
  const counts = Object.fromEntries(
    names.map((name) => [name, names.filter((other) => other === name).length]),
  );
  // One alone takes twelve, and a thirteenth that clears it.
  expect(commands.length).toBeLessThan(10 * AT_ONCE * OF_EACH);
  const ofEach = [
    "find workflow_runs",
    "find approval_settings",
    "find approval_substitutions",
    "find users",
  ];
  for (const name of ofEach) expect(counts[name], name).toBe(AT_ONCE * OF_EACH);
  for (const name of ["insert workflow_events", "insert outbox", "update workflow_tasks"])
    expect(counts[name], name).toBeLessThan((AT_ONCE * OF_EACH) / 2);
});

/** The collections that a command reads, as often as it does. */
async function readsOf(command: () => Promise<unknown>): Promise<string[]> {
  const events = await commandEventsOf(store.client, command);
  return events.flatMap(({ command: { find, aggregate } }) => [find ?? aggregate ?? []].flat().map(String));
}

it("reads no collection twice for any command on a run", async () => {
  const [submitter, one, two, three] = [company.user(), company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  // People who are not known raise the question whether the directory knows anybody.
  const known = [submitter, one, two, three, admin].map(({ userId, companyId }) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(companyId),
    name: "Known",
  }));
  await store.db.collection("users").insertMany(known);
  await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN", recall: "ALWAYS" });
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([one], [two]));
  const [first = "", second = ""] = tasks.map(({ _id }) => _id);
  const reason = "On leave";
  const document = { title: "Changed" };
  const commands: [string, () => Promise<unknown>][] = [
    ["a verdict", () => engine.decideApproval(one, { taskId: first, status: "APPROVED" })],
    [
      "a seat handed on",
      () => engine.seats.reassign(two, { taskId: second, toUserId: three.userId, reason }),
    ],
    [
      "a seat added",
      () =>
        engine.seats.addApprover(admin, { taskId: second, userId: one.userId, position: "PARALLEL", reason }),
    ],
    ["a changed document", () => engine.amendDocument(submitter, { refId, document })],
    ["a recall", () => engine.recallDocument(submitter, { refId, reason })],
    ["a further submission", () => submitNew(engine, submitter, stagesOf([one]), { refId, document })],
    ["a cancellation", () => engine.cancelDocument(submitter, { refId })],
  ];
  // A further run of a document also reads the earlier ones, whose readers it takes over.
  const expectedTwice: Record<string, string[]> = { "a further submission": ["workflow_runs"] };
  const workflowRuns = store.db.collection("workflow_runs");
  for (const [name, command] of commands) {
    const reads = await readsOf(command);
    // No command waits for the clear, which may meet the transaction of the next one.
    await waitFor(async () => (await workflowRuns.countDocuments({ pending: { $exists: true } })) === 0);
    const twice = reads.filter((collection, at) => reads.indexOf(collection) !== at);
    expect(twice, name).toEqual(expectedTwice[name] ?? []);
    expect(reads.length, name).toBeGreaterThan(3);
  }
});
