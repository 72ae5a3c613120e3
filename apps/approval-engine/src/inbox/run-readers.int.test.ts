import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { argumentsOf, callOf, operationsOf } from "../../test/operations.ts";
import { addressOf, openSubscription } from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";
import { createSchema } from "../graphql/schema.ts";

const store = await useTestStore();
const replica = await useReplica(store, useBus());
const { as, engine } = replica;
const records = recordsOf(store);
const QUERIES = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "query");

/** Marks the texts of the run, so that the test finds it in any answer. */
const SECRET = "SECRET";

/** Queries that show a run by its ids, to whoever reads it. */
const BY_ID = [
  "findOneWorkflowTask",
  "findOneWorkflowApproval",
  "findWorkflowApproval",
  "workflowEvents",
  "runTasks",
];

const company = aCompany();
const admin = company.user({ privileged: true });
const people = {
  submitter: company.user(),
  approver: company.user(),
  "later approver": company.user(),
  substitute: company.user(),
  auditor: company.user({ isAuditor: true }),
  privileged: admin,
  stranger: company.user(),
} satisfies Record<string, Caller>;
const { submitter, approver, stranger } = people;
const INSIDERS = Object.entries(people).filter(([name]) => name !== "stranger");

let ids: Record<string, string>;
beforeAll(async () => {
  const stages = stagesOf(
    { approvers: [approver], name: `${SECRET} first` },
    { approvers: [people["later approver"]], name: `${SECRET} second` },
  );
  for (const stage of stages) Object.assign(stage, { bulk: false });
  const document = { title: SECRET };
  const { refId, runId, tasks } = await submitNew(engine, submitter, stages, { ref: SECRET, document });
  const taskId = tasks[0]?._id ?? "";
  const [approval] = await records.approvals(taskId);
  const substituteId = people.substitute.userId;
  await engine.createSubstitution(approver, { substituteId, ...daysFrom(0) });
  ids = { refId, runId, taskId, approvalId: approval?._id ?? "" };
});

/** Commands on a task or an approval, each by somebody who has seen another revision. */
const COMMANDS: Record<string, (caller: Caller, on: Record<string, string>) => Promise<unknown>> = {
  decide: (caller, { taskId = "" }) =>
    engine.decideApproval(caller, { taskId, status: "APPROVED", expectedRevision: "9.9" }),
  "decide in bulk": async (caller, { taskId = "" }) => {
    const [{ code, message } = {}] = await engine.decideMany(caller, {
      items: [{ taskId, status: "APPROVED" }],
    });
    return { code, message };
  },
  reassign: (caller, { taskId = "" }) =>
    engine.seats.reassign(caller, {
      taskId,
      toUserId: stranger.userId,
      reason: "x",
      expectedRevision: "9.9",
    }),
  "add an approver": (caller, { taskId = "" }) =>
    engine.seats.addApprover(caller, { taskId, userId: admin.userId, position: "AFTER" }),
  withdraw: (caller, { taskId = "" }) => engine.seats.withdraw(caller, { taskId }),
  "add a row": (caller, { taskId = "" }) =>
    engine.approvals.create(caller, { taskId, approverId: admin.userId, expectedRevision: "9.9" }),
  "write a remark": (caller, { approvalId = "" }) =>
    engine.approvals.update(caller, approvalId, { remark: "x", expectedRevision: "9.9" }),
  "remove a row": (caller, { approvalId = "" }) =>
    engine.approvals.remove(caller, approvalId, { expectedRevision: "9.9" }),
};
/** The answer to a command, a refusal too. */
const answerOf = (command: Promise<unknown>) =>
  command.catch(({ code, message, details }: Record<string, unknown>) => ({ code, message, details }));

const letRead = (runReaders: "COMPANY" | "INVOLVED") => engine.updateApprovalSettings(admin, { runReaders });

/** The query's answers about the run, with its ids in every argument that can take them; `field` limits them to one. */
async function answerTo(query: (typeof QUERIES)[number], caller: Caller, field?: string): Promise<string> {
  const variables = argumentsOf(query, (type, path, required) => {
    const name = path.at(-1) ?? "";
    const id = { _id: /approval/iu.test(query.name) ? ids["approvalId"] : ids["taskId"] }[name] ?? ids[name];
    if (id !== undefined && (field === undefined || field === name || required)) return id;
    if (!required) return undefined;
    return String(type) === "ID" ? newId() : daysFrom(0).fromDate;
  });
  const call = callOf(query, variables, 2);
  const answer = JSON.stringify(await as(caller).ask(call.query, call.variables));
  expect(answer).not.toContain("INTERNAL");
  return answer;
}

describe("with runReaders INVOLVED", () => {
  beforeAll(() => letRead("INVOLVED"));

  it.each(QUERIES)(
    "a run is missing to a stranger, by every query of the schema: $name [FIX-11]",
    async (query) => {
      for (const field of [undefined, "refId", "taskId", "_id"]) {
        expect(await answerTo(query, stranger, field)).not.toContain(SECRET);
      }
    },
  );

  it.each(INSIDERS)(
    "it is there for whoever is involved, privileged or auditor: the %s [FIX-11]",
    async (_, caller) => {
      const shown: string[] = [];
      for (const query of QUERIES.filter(({ name }) => BY_ID.includes(name))) {
        const about = query.name.includes("Approval") ? "taskId" : "refId";
        // Verdicts and events name no text of the run.
        if ((await answerTo(query, caller, about)).includes(ids["taskId"] ?? "none")) shown.push(query.name);
      }
      expect(shown.toSorted()).toEqual(BY_ID.toSorted());
    },
  );

  it.each(Object.entries(COMMANDS))(
    "a stranger's command is answered as if it were not there: to %s [FIX-11]",
    async (_, command) => {
      const missing = await answerOf(command(stranger, { taskId: newId(), approvalId: newId() }));
      expect(await answerOf(command(stranger, ids))).toEqual(missing);
      expect(await answerOf(command(people.substitute, { ...ids }))).not.toEqual(missing);
    },
  );

  it("its changes are heard by an auditor, and not by a stranger [FIX-11]", async () => {
    const address = await addressOf(replica.app);
    const query = `subscription { runChanged(refId: "${ids["refId"]}") { refId } }`;
    const listening = async (caller: Caller) => openSubscription(address, await bearerOf(caller), query);
    const [auditors, strangers] = [await listening(people.auditor), await listening(stranger)];
    await engine.tasks.update(admin, ids["taskId"] ?? "", { title: SECRET });
    await engine.seats.addApprover(approver, {
      taskId: ids["taskId"] ?? "",
      userId: company.user().userId,
      position: "PARALLEL",
    });
    expect(await auditors.next()).toMatchObject({
      type: "next",
      payload: { data: { runChanged: { refId: ids["refId"] } } },
    });
    strangers.send({ type: "ping" });
    expect(await strangers.next()).toEqual({ type: "pong" });
  });
});

describe("with runReaders COMPANY, the default", () => {
  beforeAll(() => letRead("COMPANY"));

  it("a colleague reads a run by its ids, but not its document [FIX-11]", async () => {
    for (const query of QUERIES.filter(({ name }) => BY_ID.includes(name))) {
      const about = query.name.includes("Approval") ? "taskId" : "refId";
      expect(await answerTo(query, stranger, about), query.name).toContain(ids["taskId"]);
    }
    const revisions = QUERIES.filter(({ name }) => name === "documentRevisions");
    expect(revisions).toHaveLength(1);
    for (const query of revisions) expect(await answerTo(query, stranger)).not.toContain(SECRET);
  });
});
