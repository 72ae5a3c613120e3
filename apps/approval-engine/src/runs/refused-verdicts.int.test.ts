import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const DECIDE =
  "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const DECIDE_MANY = `mutation ($input: DecideManyInput!) { decideMany(input: $input) {
  code decided { status at by { _id name } for { _id name } stageName } } }`;

const company = aCompany();
const [submitter, decider, late, absent, outsider] = Array.from({ length: 5 }, () => company.user());
const privileged: Caller = { ...company.user(), privileged: true };

/** A document with one stage that somebody has decided, of the first who approves. */
async function decidedDocument() {
  const { tasks } = await submitNew(engine, submitter!, stagesOf([decider!, late!, absent!]));
  const taskId = tasks[0]?._id ?? "";
  await engine.decideApproval(decider!, { taskId, status: "APPROVED" });
  return taskId;
}

async function refusalsOf(caller: Caller, taskId: string) {
  const client = as(caller);
  const single = await client.ask(DECIDE, { input: { taskId, status: "REJECTED" } });
  const many = await client.get<{ decideMany: { decided: unknown }[] }>(DECIDE_MANY, {
    input: { items: [{ taskId, status: "REJECTED" }], remark: "No" },
  });
  return {
    code: single.errors?.[0]?.extensions["code"],
    single: single.errors?.[0]?.extensions["decided"],
    many: many.decideMany[0]?.decided,
  };
}

describe("a refused verdict on a stage that somebody has decided", () => {
  it.each([
    ["an approver who is late", () => late!],
    ["the one who decided", () => decider!],
    ["a privileged user", () => privileged],
    ["the submitter", () => submitter!],
  ])("says who decided what and when to %s [CON-12]", async (_who, caller) => {
    const taskId = await decidedDocument();
    const { code, single, many } = await refusalsOf(caller(), taskId);
    const expected = {
      status: "APPROVED",
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      by: { _id: decider!.userId, name: expect.any(String) },
      stageName: "Stage 1",
    };
    expect(code).toBeDefined();
    expect(single).toEqual(expected);
    expect(many).toEqual({ ...expected, for: null });
  });

  it.each([
    ["somebody who may not see the document", () => outsider!],
    ["another company", () => aCompany().user()],
  ])("says nothing of it to %s [CON-12]", async (_who, caller) => {
    const taskId = await decidedDocument();
    const { single, many } = await refusalsOf(caller(), taskId);
    expect(single).toBeUndefined();
    expect(many).toBeNull();
  });

  it("names the substitute and the person represented [CON-12]", async () => {
    const { tasks } = await submitNew(engine, submitter!, stagesOf([absent!]));
    const taskId = tasks[0]?._id ?? "";
    const today = new Date().toISOString().slice(0, "2026-01-01".length);
    await engine.createSubstitution(absent!, {
      substituteId: late!.userId,
      fromDate: today,
      untilDate: today,
      timeZone: "UTC",
    });
    await engine.decideApproval(late!, { taskId, status: "REJECTED", remark: "No" });
    const { single } = await refusalsOf(absent!, taskId);
    expect(single).toMatchObject({
      status: "REJECTED",
      by: { _id: late!.userId },
      for: { _id: absent!.userId },
    });
  });

  it("has nothing to say on a stage that nobody has decided [CON-12]", async () => {
    const { tasks } = await submitNew(engine, submitter!, stagesOf([decider!]));
    const { code, single } = await refusalsOf(privileged, tasks[0]?._id ?? "");
    expect(code).toBeDefined();
    expect(single).toBeUndefined();
  });
});
