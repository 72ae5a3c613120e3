import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { conditionalCompany, purchase } from "../../test/conditional-workflows.ts";
import { countAll, recordsOf, stagesOf } from "../../test/engine-fixture.ts";

const store = await useTestStore({ monitored: true });
const records = recordsOf(store);
const company = await conditionalCompany(store);
const { engine, admin, eve, ann, bob, cid, submitAsOwner, amendAsOwner, workflowId } = company;

/** The stages of a document's tasks, in their order. */
async function tasksIn(refId: string): Promise<string[]> {
  return (await records.tasks(refId))
    .toSorted((left, right) => left.orderNo - right.orderNo)
    .map(({ stageName, status }) => `${stageName} ${status}`);
}

/** The stages of a document's route: whether they are on the way, and why. */
async function routeIn(refId: string): Promise<string[]> {
  const route = await engine.runRoute(admin, refId);
  return route!.stages.map(({ key, included, reason }) => `${key} ${included ? "in" : "out"} ${reason}`);
}

const approve = async (refId: string, stageName: string, caller: typeof ann) => {
  const task = (await records.tasks(refId)).find((one) => one.stageName === stageName);
  await engine.decideApproval(caller, { taskId: task?._id ?? "", status: "APPROVED" });
};

const boardStage = (when: string) => ({ key: "board", name: "Board", approverIds: [bob.userId], when });

describe("a submission to a workflow whose stages have conditions", () => {
  it("asks the stages that its document fulfils, and keeps the others with their reasons [ROUTE-2]", async () => {
    const { refId, tasks } = await submitAsOwner(purchase("500.00", "high"));
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["Manager", "Legal"]);
    expect(await tasksIn(refId)).toEqual(["Manager AWAITING_APPROVAL", "Legal PENDING"]);
    expect(await routeIn(refId)).toEqual([
      "board out CONDITION_FALSE",
      "manager in ALWAYS",
      "legal in CONDITION_TRUE",
    ]);
    const [created] = await records.events(refId);
    expect(created?.metadata).not.toHaveProperty("warnings");
  });

  it.each(["Café", "Cafe\u0301", " Cafe\u0301\u00A0"])(
    "asks the stage of a site that is written %j, by a condition in either form [MEET-15]",
    async (value) => {
      for (const site of ["Café", "Cafe\u0301"]) {
        const name = " Cafe\u0301 ";
        const stage = { name, approverIds: [bob.userId], when: `document.facts.site == "${site}"` };
        const facts = [{ key: "site", type: "TEXT" } as const];
        const manager = { name: "Manager", approverIds: [ann.userId] };
        const sites = await engine.publishWorkflow(admin, { name: "Sites", facts, stages: [manager, stage] });
        const fact = { key: "site", label: "Site", type: "TEXT", value } as const;
        const { tasks } = await submitAsOwner({ facts: [fact] }, { workflowId: sites.workflowId });
        expect(tasks.map(({ stageName }) => stageName)).toEqual(["Manager", "Café"]);
      }
    },
  );

  it("has every stage where a person starts it, whatever they say of it [ROUTE-4]", async () => {
    const refId = newId();
    const document = purchase("1.00", "low");
    await engine.submitDocument(eve, { refId, kind: "Leave", submitterId: eve.userId, workflowId, document });
    expect(await tasksIn(refId)).toEqual(["Board AWAITING_APPROVAL", "Manager PENDING", "Legal PENDING"]);
    expect(await routeIn(refId)).toEqual(["board in UNVERIFIED", "manager in ALWAYS", "legal in UNVERIFIED"]);
  });

  it("asks a stage whose condition lacks something, and says so [ROUTE-4]", async () => {
    const { refId } = await submitAsOwner(purchase("500.00"));
    expect(await routeIn(refId)).toEqual([
      "board out CONDITION_FALSE",
      "manager in ALWAYS",
      "legal in ERROR",
    ]);
    const [created] = await records.events(refId);
    expect(created?.metadata.warnings).toEqual([
      {
        stageKey: "legal",
        code: "CONDITION_ERROR",
        message: 'The condition of stage "Legal" could not be evaluated: document.facts.risk is missing',
      },
    ]);
  });

  it("is judged without a document too, if its owner sends none [ROUTE-4]", async () => {
    const { refId } = await submitAsOwner(undefined);
    expect(await routeIn(refId)).toEqual(["board in ERROR", "manager in ALWAYS", "legal in ERROR"]);
  });

  it("is refused where no stage applies, and writes nothing [ROUTE-4]", async () => {
    const when = 'document.amount > 1000.0 && kind == "Leave"';
    const stages = [{ key: "board", name: "Board", approverIds: [bob.userId], when }];
    const published = await engine.publishWorkflow(admin, { name: "Large ones", stages });
    const before = await countAll(store);
    await expect(
      submitAsOwner(purchase("10.00"), { workflowId: published.workflowId }),
    ).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "No stage applies to this document",
    });
    expect(await countAll(store)).toBe(before);
  });

  it("is refused without a fact that the workflow requires, or with one of another type [ROUTE-3]", async () => {
    const facts = [{ key: "risk", type: "NUMBER", required: true } as const];
    const stages = [
      { key: "board", name: "Board", approverIds: [bob.userId], when: "document.facts.risk > 3.0" },
    ];
    const published = await engine.publishWorkflow(admin, { name: "Risky ones", facts, stages });
    const before = await countAll(store);
    const submitted = (...given: Parameters<typeof purchase>) =>
      submitAsOwner(purchase(...given), { workflowId: published.workflowId });
    await expect(submitted("10.00")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "document.facts: risk is required by the workflow, of type NUMBER",
    });
    await expect(submitted("10.00", "high")).rejects.toMatchObject({
      message: "document.facts: risk must be of type NUMBER, not TEXT",
    });
    expect(await countAll(store)).toBe(before);
  });

  it("keeps its route, and one without conditions keeps none [ROUTE-4]", async () => {
    const routesOf = async (refId: string) =>
      (await records.list<{ route?: object }>("workflow_runs", { refId: toObjectId(refId) })).map(
        ({ route }) => route !== undefined,
      );
    const plain = await submitAsOwner(undefined, {
      workflowId: undefined,
      dynamicStages: stagesOf([ann], [bob]),
    });
    expect(await routesOf(plain.refId)).toEqual([false]);
    const { refId } = await submitAsOwner(purchase("5.00", "low"));
    expect(await routesOf(refId)).toEqual([true]);
    expect((await records.tasks(refId))[0]).toMatchObject({ stageKey: "manager" });
  });
});

describe("stages that a submission brings along", () => {
  it("may have conditions on the facts of its document, and are judged again when it changes [ROUTE-4]", async () => {
    await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
    const [manager, legal] = stagesOf([ann], [cid]);
    const dynamicStages = [manager, { ...legal, when: 'document.facts.risk == "high"' }];
    const { refId } = await submitAsOwner(purchase("5.00", "low"), { workflowId: undefined, dynamicStages });
    expect(await routeIn(refId)).toEqual(["stage1 in ALWAYS", "stage2 out CONDITION_FALSE"]);
    await amendAsOwner(refId, purchase("5.00", "high"));
    expect(await routeIn(refId)).toEqual(["stage1 in ALWAYS", "stage2 in CONDITION_TRUE"]);
  });

  it("are refused with a condition that cannot be read, naming it [ROUTE-3]", async () => {
    const [stage] = stagesOf([ann]);
    const dynamicStages = [{ ...stage, when: "document.facts.cost > 3.0" }];
    await expect(
      submitAsOwner(purchase("5.00"), { workflowId: undefined, dynamicStages }),
    ).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "dynamicStages.0.when",
      message: expect.stringContaining("dynamicStages.0.when: ") as string,
    });
  });
});

describe("an amendment", () => {
  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)(
    "that raises the amount adds the stage, tells the submitter, and keeps what %s keeps [ROUTE-4]",
    async (onAmend) => {
      await engine.updateApprovalSettings(admin, { onAmend });
      const { refId } = await submitAsOwner(purchase("500.00", "high"));
      await approve(refId, "Manager", ann);
      await amendAsOwner(refId, purchase("5000.00", "high"));
      expect(await tasksIn(refId)).toEqual(
        onAmend === "ASK_AGAIN"
          ? ["Board AWAITING_APPROVAL", "Manager PENDING", "Legal PENDING"]
          : ["Board PENDING", "Manager APPROVED", "Legal AWAITING_APPROVAL"],
      );
      expect(await routeIn(refId)).toEqual([
        "board in CONDITION_TRUE",
        "manager in ALWAYS",
        "legal in CONDITION_TRUE",
      ]);
      const events = (await records.events(refId)).map(({ event }) => event);
      expect(events.filter((event) => event === "STAGE_ADDED")).toHaveLength(1);
      const told = (await records.notifications(refId)).filter(({ event }) => event === "STAGE_ADDED");
      expect(told).toMatchObject([{ userId: eve.userId, message: `${refId} now also needs Board` }]);
      await (onAmend === "ASK_AGAIN" ? approve(refId, "Board", bob) : approve(refId, "Legal", cid));
      await (onAmend === "ASK_AGAIN" ? approve(refId, "Manager", ann) : approve(refId, "Board", bob));
      if (onAmend === "ASK_AGAIN") await approve(refId, "Legal", cid);
      expect((await records.outbox(refId)).at(-1)?.subject).toMatch(/\.completed$/u);
    },
  );

  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)(
    "that lowers what conditions ask for leaves out only whom nobody asked: %s [ROUTE-4]",
    async (onAmend) => {
      await engine.updateApprovalSettings(admin, { onAmend });
      const { refId } = await submitAsOwner(purchase("5000.00", "high"));
      await amendAsOwner(refId, purchase("5.00", "low"));
      expect(await tasksIn(refId)).toEqual(["Board AWAITING_APPROVAL", "Manager PENDING", "Legal ARCHIEVED"]);
      expect(await routeIn(refId)).toEqual([
        "board in CONDITION_FALSE",
        "manager in ALWAYS",
        "legal out CONDITION_FALSE",
      ]);
      await approve(refId, "Board", bob);
      await approve(refId, "Manager", ann);
      expect((await records.outbox(refId)).at(-1)?.subject).toMatch(/\.completed$/u);
    },
  );

  it("judges by the version that the run began with [ROUTE-1] [ROUTE-4]", async () => {
    await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
    const manager = { key: "manager", name: "Manager", approverIds: [ann.userId] };
    const first = [manager, boardStage("document.amount > 100.0")];
    const published = await engine.publishWorkflow(admin, { name: "Changing", stages: first });
    const own = { workflowId: published.workflowId };
    const { refId } = await submitAsOwner(purchase("50.00"), own);
    await engine.publishWorkflow(admin, {
      ...own,
      name: "Changing",
      stages: [manager, boardStage("document.amount > 9000.0")],
    });
    await amendAsOwner(refId, purchase("500.00"));
    expect(await tasksIn(refId)).toEqual(["Manager AWAITING_APPROVAL", "Board PENDING"]);
  });

  it("of a person's document leaves every stage in [ROUTE-4]", async () => {
    await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
    const refId = newId();
    const own = { refId, kind: "Leave" as const, submitterId: eve.userId, workflowId };
    await engine.submitDocument(eve, { ...own, document: purchase("5000.00", "high") });
    await engine.amendDocument(eve, { refId, document: purchase("1.00", "low") });
    expect(await routeIn(refId)).toEqual(["board in UNVERIFIED", "manager in ALWAYS", "legal in UNVERIFIED"]);
  });

  it("undoes the route with everything else if it fails [ROUTE-4]", async () => {
    await engine.updateApprovalSettings(admin, { onAmend: "REFUSE" });
    const { refId } = await submitAsOwner(purchase("500.00", "high"));
    await expect(amendAsOwner(refId, purchase("5000.00", "high"))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await routeIn(refId)).toEqual([
      "board out CONDITION_FALSE",
      "manager in ALWAYS",
      "legal in CONDITION_TRUE",
    ]);
  });
});

describe("a return to a stage that is not on the way", () => {
  it("asks nobody there who has left [PPL-5] [FIX-1]", async () => {
    const [gil, zoe] = [company.company.user(), company.company.user()];
    const stages = [
      {
        key: "board",
        name: "Board",
        approverIds: [gil.userId, zoe.userId],
        when: "document.amount > 1000.0",
      },
      { key: "manager", name: "Manager", approverIds: [ann.userId] },
    ];
    const published = await engine.publishWorkflow(admin, { name: "Returning", stages });
    const own = { workflowId: published.workflowId };
    const { refId, tasks } = await submitAsOwner(purchase("500.00"), own);
    const user = { _id: toObjectId(gil.userId), companyId: toObjectId(gil.companyId), active: false };
    await store.db.collection("users").insertOne(user);
    await engine.decideApproval(ann, {
      taskId: tasks[0]?._id ?? "",
      status: "REJECTED",
      remark: "The board decides this",
      returnToStageId: published.stages[0]?.stageId,
    });
    expect(await tasksIn(refId)).toContain("Board AWAITING_APPROVAL");
    const board = (await records.tasks(refId)).find(({ stageName }) => stageName === "Board");
    const seats = (await records.approvals(board?._id ?? "")).map(({ approverId, status }) => [
      approverId,
      status,
    ]);
    expect(seats).toEqual([
      [gil.userId, "NOT_NEEDED"],
      [zoe.userId, "AWAITING_APPROVAL"],
    ]);
  });
});
