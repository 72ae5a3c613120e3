import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { conditionalCompany, purchase } from "../../test/conditional-workflows.ts";
import { countAll, recordsOf } from "../../test/engine-fixture.ts";
import { readBy, scansAmong, searchesOf } from "../../test/searches.ts";
import type { ShownRoute } from "./shown-route.ts";

const store = await useTestStore({ monitored: true });
const records = recordsOf(store);
const company = await conditionalCompany(store);
const { engine, admin, eve, ann, bob, cid, submitAsOwner, workflowId } = company;
const LEAVE = { kind: "Leave" } as const;

const preview = (input: object, caller = eve) =>
  engine.previewRoute(caller, { ...LEAVE, workflowId, ...input });

/** The stages of a route: whether they are on the way, and why. */
const inclusions = ({ stages }: ShownRoute) =>
  stages.map(({ key, included, reason }) => `${key} ${included ? "in" : "out"} ${reason}`);

/** The substitutes on the route at a time. */
async function substitutesAt(at?: Date): Promise<string[]> {
  const { stages } = await preview({ at });
  return stages.flatMap(({ seats }) => seats.flatMap(({ substituteIds }) => substituteIds));
}

describe("previewRoute", () => {
  it("says which stages a document would pass, and whom they would ask [ROUTE-2]", async () => {
    const route = await preview({ document: purchase("500.00", "high") });
    expect(route).toEqual({
      workflowId,
      version: 1,
      warnings: [],
      stages: [
        {
          stageId: expect.any(String),
          key: "board",
          name: "Board",
          order: 1,
          included: false,
          reason: "CONDITION_FALSE",
          when: "document.amount > 1000.0",
          values: { "document.amount": "500.00" },
          seats: [],
        },
        {
          stageId: expect.any(String),
          key: "manager",
          name: "Manager",
          order: 2,
          included: true,
          reason: "ALWAYS",
          seats: [{ userId: ann.userId, reason: "RULE", groups: [], substituteIds: [] }],
        },
        {
          stageId: expect.any(String),
          key: "legal",
          name: "Legal",
          order: 3,
          included: true,
          reason: "CONDITION_TRUE",
          when: 'document.facts.risk == "high"',
          values: { "document.facts.risk": "high" },
          seats: [{ userId: cid.userId, reason: "RULE", groups: [], substituteIds: [] }],
        },
      ],
    });
  });

  it("is the route that a submission then stores, by its owner or by a person [ROUTE-2]", async () => {
    let compared = 0;
    const amounts = fc.option(fc.constantFrom("5.00", "1000.00", "1000.01"), { nil: undefined });
    const risks = fc.option(fc.constantFrom("low", "high"), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(amounts, risks, fc.boolean(), async (amount, risk, asPerson) => {
        const document = purchase(amount, risk);
        const { warnings: _before, ...route } = await preview({ document, asPerson });
        const refId = newId();
        const submission = { refId, ...LEAVE, submitterId: eve.userId, workflowId, document };
        await (asPerson ? engine.submitDocument(eve, submission) : submitAsOwner(document, { refId }));
        const { warnings: _of, ...stored } = (await engine.runRoute(eve, refId))!;
        expect(stored).toEqual(route);
        compared += 1;
      }),
      { numRuns: 20 },
    );
    expect(compared).toBe(20);
  });

  it("leaves out whom the document names as its editors, as a submission does [ROUTE-2] [PPL-6]", async () => {
    const stages = [{ key: "only", name: "Only", approverIds: [ann.userId, bob.userId] }];
    const own = await engine.publishWorkflow(admin, { name: "Edited", stages });
    const document = { ...purchase("5.00"), editorIds: [ann.userId] };
    const route = await preview({ workflowId: own.workflowId, document });
    expect(route.stages[0]?.seats.map(({ userId }) => userId)).toEqual([bob.userId]);
    const refId = newId();
    const submission = { refId, ...LEAVE, submitterId: eve.userId, workflowId: own.workflowId, document };
    await engine.submitDocument(eve, submission);
    const stored = await engine.runRoute(eve, refId);
    expect(stored?.stages[0]?.seats).toEqual(route.stages[0]?.seats);
  });

  it("writes nothing, and publishes no version [ROUTE-2] [ROUTE-1]", async () => {
    const before = await countAll(store);
    await preview({ document: purchase("500.00") });
    await preview({ version: 1 });
    expect(await countAll(store)).toBe(before);
  });

  it("of a person's document has every stage [ROUTE-4]", async () => {
    const route = await preview({ document: purchase("1.00", "low"), asPerson: true });
    expect(inclusions(route)).toEqual(["board in UNVERIFIED", "manager in ALWAYS", "legal in UNVERIFIED"]);
  });

  it("says what would keep a document from a run [ROUTE-2] [ROUTE-3]", async () => {
    const stage = { key: "board", name: "Board", approverIds: [bob.userId], when: "document.amount > 9.0" };
    const facts = [{ key: "risk", type: "NUMBER", required: true } as const];
    const published = await engine.publishWorkflow(admin, { name: "Strict", facts, stages: [stage] });
    const route = await preview({ workflowId: published.workflowId, document: purchase("5.00") });
    expect(route.warnings).toEqual([
      { code: "FACT_MISSING", message: "document.facts: risk is required by the workflow, of type NUMBER" },
      { code: "NO_STAGE_APPLIES", message: "No stage applies to this document" },
    ]);
    const unknown = await preview({ document: purchase("5.00") });
    expect(unknown.warnings).toMatchObject([{ stageKey: "legal", code: "CONDITION_ERROR" }]);
  });

  it("gives the reason that a submission would be refused with [MEET-16]", async () => {
    const { _id: empty } = await engine.groups.create(admin, { name: "Empty", memberIds: [] });
    const crowd = Array.from({ length: 51 }, () => company.company.user().userId);
    const { _id: large } = await engine.groups.create(admin, { name: "Crowd", memberIds: crowd });
    const faulty = [
      [{ source: { groupId: large } }],
      [{ source: { submitterManager: { levels: 1 } } }],
      [{ source: { groupId: empty } }, { source: { submitterManager: { levels: 2 } } }],
    ];
    let compared = 0;
    for (const sources of faulty) {
      const stage = { name: "Source", approvers: sources };
      const { workflowId: own } = await engine.publishWorkflow(admin, { name: "Sourced", stages: [stage] });
      const { warnings } = await preview({ workflowId: own });
      const submission = { refId: newId(), ...LEAVE, submitterId: eve.userId, workflowId: own };
      const refusal = await engine.submitDocument(eve, submission).then(
        () => undefined,
        (error: unknown) => error as Error,
      );
      expect(refusal?.message).toMatch(/^Stage "Source" has nobody who can decide: /u);
      expect(warnings.map(({ message }) => message)).toEqual([refusal?.message]);
      compared += 1;
    }
    expect(compared).toBe(3);
  });

  it("follows stages that are not stored, and refuses what a submission refuses [ROUTE-2]", async () => {
    const dynamicStages = [
      { name: "One", approverIds: [ann.userId] },
      { name: "Two", approverIds: [bob.userId], when: 'document.facts.risk == "high"' },
    ];
    const route = await preview({ workflowId: undefined, dynamicStages, document: purchase("5.00", "low") });
    expect(inclusions(route)).toEqual(["stage1 in ALWAYS", "stage2 out CONDITION_FALSE"]);
    expect(route).not.toHaveProperty("version");
    const empty = preview({ workflowId: undefined, dynamicStages: [{ name: "One", approverIds: [] }] });
    await expect(empty).rejects.toMatchObject({ code: "STAGE_HAS_NO_APPROVERS" });
    await expect(preview({ dynamicStages })).rejects.toMatchObject({
      message: "workflowId: must be given, or dynamicStages, and not both",
    });
    await expect(preview({ workflowId: undefined })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("follows the version that is asked for [ROUTE-1] [ROUTE-2]", async () => {
    const stage = (approver: typeof ann) => ({ key: "only", name: "Only", approverIds: [approver.userId] });
    const first = await engine.publishWorkflow(admin, { name: "Twice", stages: [stage(ann)] });
    const own = { workflowId: first.workflowId };
    await engine.publishWorkflow(admin, { ...own, name: "Twice", stages: [stage(bob)] });
    const askedBy = async (input: object) => {
      const { version, stages } = await preview({ ...own, ...input });
      return { version, userIds: stages.flatMap(({ seats }) => seats.map(({ userId }) => userId)) };
    };
    expect(await askedBy({})).toEqual({ version: 2, userIds: [bob.userId] });
    expect(await askedBy({ version: 1 })).toEqual({ version: 1, userIds: [ann.userId] });
    await expect(preview({ ...own, version: 3 })).rejects.toMatchObject({
      code: "NOT_FOUND",
      field: "version",
    });
    await expect(preview({ workflowId: newId() })).rejects.toMatchObject({ code: "WORKFLOW_NOT_FOUND" });
  });

  it("is for one's own documents, and for privileged users of those of others [ROUTE-2]", async () => {
    const ofAnn = { submitterId: ann.userId };
    await expect(preview(ofAnn)).rejects.toMatchObject({ code: "FORBIDDEN", field: "submitterId" });
    expect((await preview(ofAnn, admin)).stages).toHaveLength(3);
  });

  it("names who may decide in somebody's place at that time [ROUTE-2]", async () => {
    const zoe = company.company.user();
    await engine.createSubstitution(ann, {
      substituteId: zoe.userId,
      fromDate: "2040-03-01",
      untilDate: "2040-03-05",
      timeZone: "Europe/Berlin",
    });
    expect(await substitutesAt()).toEqual([]);
    expect(await substitutesAt(new Date("2040-03-02T12:00:00Z"))).toEqual([zoe.userId]);
    expect(await substitutesAt(new Date("2040-03-09T12:00:00Z"))).toEqual([]);
  });

  it("reads a bounded number of records: 20 stages of 50 people each [ROUTE-2]", async () => {
    const people = Array.from({ length: 50 }, () => newId());
    const stages = Array.from({ length: 20 }, (_, place) => ({
      name: `Stage ${place}`,
      approverIds: people,
      when: `document.amount > ${place}.0`,
    }));
    const published = await engine.publishWorkflow(admin, { name: "Large", stages });
    const asked = { workflowId: published.workflowId, document: purchase("500.00") };
    const searches = await searchesOf(store, () => preview(asked));
    expect(await scansAmong(store, searches)).toEqual([]);
    const { documents } = await readBy(store, searches);
    // The workflow, its stages and approvers, its newest version, settings, people and grants.
    expect(documents).toBeLessThan(20 * 50 + 20 + 10);
    expect(searches.length).toBeLessThan(10);
  });
});

describe("runRoute", () => {
  it("is for whoever reads the run; values for those who take part [ROUTE-2] [FIX-11]", async () => {
    const { refId } = await submitAsOwner(purchase("5000.00", "low"));
    const stranger = company.company.user();
    const valuesFor = async (caller: typeof eve) =>
      (await engine.runRoute(caller, refId))?.stages.map(({ values }) => values?.["document.amount"]);
    for (const caller of [eve, bob, admin]) {
      expect(await valuesFor(caller)).toEqual(["5000.00", undefined, undefined]);
    }
    expect(await valuesFor(stranger)).toEqual([undefined, undefined, undefined]);
    await engine.updateApprovalSettings(admin, { runReaders: "INVOLVED" });
    expect(await engine.runRoute(stranger, refId)).toBeNull();
    expect(await engine.runRoute(bob, refId)).not.toBeNull();
    const elsewhere = { ...eve, companyId: newId() };
    expect(await engine.runRoute(elsewhere, refId)).toBeNull();
    expect(await engine.runRoute(eve, newId())).toBeNull();
  });

  it("shows a run without conditions by its stages, once each, also after a return [ROUTE-2]", async () => {
    const stage = (name: string, { userId }: typeof ann) => ({ name, approverIds: [userId] });
    const published = await engine.publishWorkflow(admin, {
      name: "Plain",
      stages: [stage("One", ann), stage("Two", bob)],
    });
    const { refId, tasks } = await submitAsOwner(undefined, { workflowId: published.workflowId });
    await engine.decideApproval(ann, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    await engine.decideApproval(bob, { taskId: tasks[1]?._id ?? "", status: "REJECTED" });
    const route = await engine.runRoute(eve, refId);
    expect(route?.stages).toMatchObject([
      { key: "stage1", name: "One", included: true, reason: "ALWAYS", seats: [{ userId: ann.userId }] },
      { key: "stage2", name: "Two", included: true, reason: "ALWAYS", seats: [{ userId: bob.userId }] },
    ]);
    expect((await records.tasks(refId)).length).toBe(3);
  });
});
