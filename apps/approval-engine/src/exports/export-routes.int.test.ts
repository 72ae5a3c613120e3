import { BUILT_IN_KINDS, documentKinds } from "@countersign/contracts";
import { createVerifier } from "@countersign/auth";
import { newId, toObjectId } from "@countersign/mongo";
import { createHttpApp } from "@countersign/service-kit";
import { silentLogger, testTokens, useTestStore } from "@countersign/testing";
import ExcelJS from "exceljs";
import { MongoNetworkError } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { createReadModels } from "../read-models.ts";
import type { Caller } from "../engine.ts";
import { exportRoutes } from "./export-routes.ts";

const store = await useTestStore();
const { app, engine } = await useReplica(store, useBus());

const WORKFLOWS = "/api/workflow/download";
const TASKS = "/api/workflow/task/download";

async function download(caller: Caller, url: string, from = app) {
  const { statusCode, headers, rawPayload } = await from.inject({
    url,
    headers: { authorization: await bearerOf(caller) },
  });
  return { statusCode, headers, rawPayload };
}

/** The rows of a download, by the titles of their columns. */
async function rowsOf(
  caller: Caller,
  url: string,
  from = app,
  sheet = 0,
): Promise<Record<string, ExcelJS.CellValue>[]> {
  const workbook = new ExcelJS.Workbook();
  const { rawPayload } = await download(caller, url, from);
  await workbook.xlsx.load(Uint8Array.from(rawPayload).buffer);
  const rows: ExcelJS.CellValue[][] = [];
  workbook.worksheets[sheet]?.eachRow((row) => rows.push((row.values as ExcelJS.CellValue[]).slice(1)));
  const [titles = [], ...records] = rows;
  return records.map((values) =>
    Object.fromEntries(titles.map((title, index) => [title as string, values[index]])),
  );
}

describe("the downloads", () => {
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];
  const auditor = company.user({ privileged: true });

  it("show what each task's document is called, its amount and its currency [DOC-2]", async () => {
    const team = aCompany();
    const [author, reader] = [team.user(), team.user({ privileged: true })];
    const dynamicStages = stagesOf([team.user()]);
    const document = { title: "=HYPERLINK()", amount: "123456789012.345", currency: "EUR" };
    for (const given of [document, { amount: "-0.5", currency: "JPY" }, undefined]) {
      const submission = {
        refId: newId(),
        kind: "Claim",
        submitterId: author.userId,
        dynamicStages,
      } as const;
      await engine.submitDocument(author, { ...submission, document: given });
    }
    expect(await rowsOf(reader, TASKS)).toMatchObject([
      { Document: undefined, Amount: undefined, Currency: undefined },
      { Document: undefined, Amount: -0.5, Currency: "JPY" },
      { Document: "=HYPERLINK()", Amount: 123_456_789_012.345, Currency: "EUR" },
    ]);
  });

  it("show every digit of an amount, in a cell that stays a number [FIX-3]", async () => {
    const team = aCompany();
    const [author, reader] = [team.user(), team.user({ privileged: true })];
    const documents = [
      { amount: "1234.5", currency: "JPY" },
      { amount: "0.004", currency: "EUR" },
      { amount: "1250", currency: "EUR" },
      { amount: "12.5", currency: "KWD" },
    ];
    for (const document of documents) {
      const submission = { refId: newId(), kind: "Claim", submitterId: author.userId } as const;
      await engine.submitDocument(author, {
        ...submission,
        dynamicStages: stagesOf([team.user()]),
        document,
      });
    }
    const workbook = new ExcelJS.Workbook();
    const { rawPayload } = await download(reader, TASKS);
    await workbook.xlsx.load(Uint8Array.from(rawPayload).buffer);
    const cells: unknown[] = [];
    workbook.worksheets[0]?.getColumn(13).eachCell(({ value, numFmt }) => cells.push([value, numFmt]));
    expect(cells.slice(1)).toEqual([
      [12.5, "0.000"],
      [1250, "0.00"],
      [0.004, "0.000"],
      [1234.5, "0.0"],
    ]);
  });

  it("say of tasks when they are due, and whether they are late, before the last column [TIME-4]", async () => {
    const team = aCompany();
    const [author, reader] = [team.user(), team.user({ privileged: true })];
    const [late, early] = [new Date(1_000), new Date(Date.now() + 86_400_000)];
    for (const dueAt of [undefined, late, early]) {
      const { refId } = await submitNew(engine, author, stagesOf([team.user()]));
      const ofRun = { refId: toObjectId(refId) };
      if (dueAt) await changeTasks(store, ofRun, (task) => ({ ...task, dueAt }));
    }
    expect(await rowsOf(reader, TASKS)).toMatchObject([
      { Due: early, Overdue: "No" },
      { Due: late, Overdue: "Yes" },
      { Due: undefined, Overdue: undefined },
    ]);
    const workbook = new ExcelJS.Workbook();
    const { rawPayload } = await download(reader, TASKS);
    await workbook.xlsx.load(Uint8Array.from(rawPayload).buffer);
    const headers = workbook.worksheets[0]?.getRow(1).values as unknown[];
    expect(headers.slice(-4)).toEqual(["Rejected by", "Due", "Overdue", "Submitted by"]);
    const titles = headers.filter((header) => header !== undefined);
    expect(titles).toEqual([...new Set(titles)]);
  });

  it("name the agent that submitted in their last column, and people as before [AGT-4]", async () => {
    const team = aCompany();
    const [author, reader] = [team.user(), team.user({ privileged: true })];
    await store.db.collection("users").insertOne({
      _id: toObjectId(author.userId),
      companyId: toObjectId(team.companyId),
      name: "Nora Lind",
    });
    for (const caller of [author, { ...author, isAgent: true, client: "Claude Desktop" } as const]) {
      await submitNew(engine, caller, stagesOf([team.user()]));
    }
    const workbook = new ExcelJS.Workbook();
    const { rawPayload } = await download(reader, TASKS);
    await workbook.xlsx.load(Uint8Array.from(rawPayload).buffer);
    const shown: unknown[] = [];
    workbook.worksheets[0]?.eachRow((row) => shown.push((row.values as unknown[]).at(-1)));
    expect(shown).toEqual(["Submitted by", `Nora Lind's agent (claims to be "Claude Desktop")`, "Nora Lind"]);
  });

  it("show the quorum of a stage and what its rejections do, where it has them [PPL-4]", async () => {
    const team = aCompany();
    const [author, reader] = [team.user(), team.user({ privileged: true })];
    const approvers = [team.user(), team.user()].map(({ userId: approverId }) => ({ approverId }));
    const stage = { name: "Board", order: 1, approvers };
    for (const rule of [
      { approveBy: "ALL" },
      { approveBy: "PERCENT", quorum: 67, rejectBy: "UNREACHABLE" },
    ] as const) {
      const submission = { refId: newId(), kind: "Claim", submitterId: author.userId } as const;
      await engine.submitDocument(author, { ...submission, dynamicStages: [{ ...stage, ...rule }] });
    }
    expect(await rowsOf(reader, TASKS)).toMatchObject([
      { Rule: "Share of approvers", Quorum: 67, "Rejected by": "Quorum out of reach" },
      { Rule: "All approvers", Quorum: undefined, "Rejected by": undefined },
    ]);
  });

  it("need the same credential, and write nothing [AE-XLSX-04] [AE-XLSX-05]", async () => {
    for (const url of [WORKFLOWS, TASKS]) {
      const { statusCode, headers, body } = await app.inject(url);
      expect(statusCode).toBe(401);
      expect(headers["www-authenticate"]).toMatch(/^Bearer/u);
      expect(JSON.parse(body)).toMatchObject({ statusCode: 401, code: "UNAUTHENTICATED" });
      const authorization = await bearerOf(ann);
      for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE"] as const) {
        expect((await app.inject({ method, url, headers: { authorization } })).statusCode).toBe(405);
      }
    }
  });

  it("answer the workflows as a workbook with readable labels [AE-XLSX-01] [AE-XLSX-03]", async () => {
    await store.db.collection("users").insertOne({
      _id: toObjectId(ann.userId),
      companyId: toObjectId(company.companyId),
      name: "Ann",
    });
    await engine.workflows.create(ann, { name: "=HYPERLINK()", status: "IN_PROGRESS" });
    await engine.workflows.create(ben, { name: "Travel", description: "abroad" });
    await engine.workflows.create(aCompany().user(), { name: "Elsewhere" });
    const { statusCode, headers } = await download(ben, WORKFLOWS);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": 'attachment; filename="workflows.xlsx"',
      "cache-control": "no-store",
    });
    expect(await rowsOf(ben, WORKFLOWS)).toMatchObject([
      { Name: "Travel", Description: "abroad", Status: "Draft", "Created by": ben.userId },
      { Name: "=HYPERLINK()", Status: "In progress", "Created by": "Ann" },
    ]);
    expect(await rowsOf(ben, `${WORKFLOWS}?status=DRAFT&keyword=trav`)).toMatchObject([{ Name: "Travel" }]);
  });

  it("answer the tasks that the caller's inbox shows [AE-XLSX-02] [AE-XLSX-03] [AE-XLSX-06]", async () => {
    await submitNew(engine, ann, stagesOf([ben]), { ref: "LV-1" });
    await submitNew(engine, company.user(), stagesOf({ approvers: [company.user()], approveBy: "ALL" }), {
      ref: "PR-1",
      kind: "PurchaseRequisition",
    });
    const rejected = await submitNew(engine, ann, stagesOf([ben]), { ref: "LV-2" });
    await engine.decideApproval(ben, { taskId: rejected.tasks[0]?._id ?? "", status: "REJECTED" });
    const [row] = await rowsOf(ann, TASKS);
    expect(row).toEqual({
      Reference: "LV-1",
      Title: "Stage 1 - Approval",
      Kind: "Leave",
      Stage: "Stage 1",
      Order: 1,
      Rule: "Any approver",
      Status: "Awaiting approval",
      Submitter: "Ann",
      "Submitted by": "Ann",
      Created: expect.any(Date) as Date,
      Completed: undefined,
      "Document id": expect.stringMatching(/^[0-9a-f]{24}$/u) as string,
    });
    const refs = async (caller: Caller, query = "") =>
      (await rowsOf(caller, TASKS + query)).map((found) => found["Reference"]);
    expect(await refs(ann)).toEqual(["LV-1"]);
    expect(await refs(auditor)).toEqual(["PR-1", "LV-1"]);
    expect(await refs(auditor, "?kinds=Leave,Claim")).toEqual(["LV-1"]);
    expect(await refs(auditor, "?kinds=Loan&kinds=PurchaseRequisition")).toEqual(["PR-1"]);
    expect(await refs(auditor, `?involvedUserId=${ben.userId}&status=AWAITING_APPROVAL`)).toEqual(["LV-1"]);
    expect(await refs(auditor, "?keyword=pr-")).toEqual(["PR-1"]);
    expect(await refs(aCompany().user({ privileged: true }))).toEqual([]);
  });

  it("name the kinds that a deployment adds, as it says or by their words [DOC-1]", async () => {
    const kinds = documentKinds.parse("legal:Nda,SupplierContract");
    const kindLabels = new Map([["Nda", [{ language: "en", text: "Non-disclosure agreement" }]]]);
    const replica = await useReplica(store, useBus(), { kinds, kindLabels });
    const caller = aCompany().user();
    for (const kind of ["Nda", "SupplierContract", "SalesOrder"]) {
      await submitNew(replica.engine, caller, stagesOf([caller]), { kind });
    }
    const named = async (query: string) =>
      (await rowsOf(caller, TASKS + query, replica.app)).map((row) => row["Kind"]);
    expect(await named("")).toEqual(["Sales order", "Supplier contract", "Non-disclosure agreement"]);
    expect(await named("?kinds=Nda,Leave")).toEqual(["Non-disclosure agreement"]);
  });

  it.each([
    ["status=ARCHIVED", "status"],
    ["kinds=Holiday", "kinds.0"],
    ["involvedUserId=1", "involvedUserId"],
    ["keyword=a&keyword=b", "keyword"],
    ["skip=0&take=20", "skip"],
    ["take=20", "take"],
    ["colour=red", "colour"],
  ])("refuse %s naming the parameter", async (query, field) => {
    const { statusCode, rawPayload } = await download(auditor, `${TASKS}?${query}`);
    expect(statusCode).toBe(400);
    expect(JSON.parse(rawPayload.toString())).toMatchObject({ statusCode: 400, code: "INVALID_INPUT" });
    expect(rawPayload.toString()).toContain(field);
  });

  it("treat an empty keyword as none", async () => {
    expect(await rowsOf(auditor, `${TASKS}?keyword=`)).toEqual(await rowsOf(auditor, TASKS));
  });

  it("hold more rows than one lookup of users", async () => {
    const crowd = aCompany();
    const rows = Array.from({ length: 450 }, (_, index) => ({
      _id: toObjectId(newId()),
      companyId: toObjectId(crowd.companyId),
      ref: `W-${index}`,
      name: `Workflow ${index}`,
      status: "DRAFT",
      createdAt: new Date(index),
      updatedAt: new Date(index),
      createdBy: toObjectId(newId()),
      deletedAt: null,
    }));
    await store.db.collection("workflows").insertMany(rows);
    const found = await rowsOf(crowd.user(), WORKFLOWS);
    expect(found.map(({ Reference }) => Reference)).toEqual(rows.map(({ ref }) => ref).toReversed());
  });
});

describe("the downloads of audit and documents", () => {
  const company = aCompany();
  const [nora, milan, helen] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const auditor = company.user({ isAuditor: true });
  const AUDIT = "/api/audit/download";
  const DOCUMENTS = "/api/documents/download";

  async function aDecision() {
    const document = { title: "=Desks", amount: "4817.350", currency: "EUR" };
    const named = { approvers: [milan], name: "Lead" };
    const made = await submitNew(engine, nora, stagesOf(named), { ref: "PO-7", document, kind: "Claim" });
    const { tasks } = await submitNew(engine, helen, stagesOf(named), { ref: "PO-8" });
    await store.db.collection("users").insertOne({
      _id: toObjectId(milan.userId),
      companyId: toObjectId(company.companyId),
      name: "Milan Cole",
    });
    await engine.decideApproval(milan, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    return made;
  }

  it("show what the pages show, by their filters and rights [CON-14] [CON-18]", async () => {
    const { refId } = await aDecision();
    const numbers = async (caller: Caller, query = "") =>
      (await rowsOf(caller, DOCUMENTS + query)).map(({ Number: number }) => number);
    for (const caller of [milan, admin, auditor]) expect(await numbers(caller)).toEqual(["PO-8", "PO-7"]);
    expect(await numbers(nora)).toEqual(["PO-7"]);
    expect(await numbers(aCompany().user({ privileged: true }))).toEqual([]);
    expect(await numbers(admin, "?text=desk")).toEqual(["PO-7"]);
    expect(await numbers(admin, "?states=APPROVED,REJECTED&kinds=Leave")).toEqual(["PO-8"]);
    expect(await numbers(milan, "?decidedByMe=true&submittedFrom=2020-01-01T00:00:00Z")).toEqual(["PO-8"]);
    expect(await rowsOf(admin, `${DOCUMENTS}?number=po-7`)).toEqual([
      {
        Number: "PO-7",
        Document: "=Desks",
        Kind: "Claim",
        Amount: 4817.35,
        Currency: "EUR",
        State: "In progress",
        Stage: "Lead",
        "Waits for": "Milan Cole",
        "Submitted by": nora.userId,
        Submitted: expect.any(Date),
        Ended: undefined,
        "Document id": refId,
      },
    ]);
    const trail = await rowsOf(auditor, `${AUDIT}?ref=PO-8&until=2199-01-01T00:00:00Z`);
    expect(trail).toMatchObject([
      { User: "Milan Cole", Action: "Decided", Decision: "Approved", Number: "PO-8", Stage: "Lead" },
      { User: "Unknown", Action: "Submitted", Record: "Document", Number: "PO-8" },
    ]);
    expect(await rowsOf(admin, `${AUDIT}?actorId=${milan.userId}`)).toHaveLength(1);
  });

  it("tell the trail in words, with the records on a second sheet [CON-18] [CON-23]", async () => {
    const here = aCompany();
    const [author, lead] = [here.user(), here.user()];
    const keeper = here.user({ privileged: true });
    const named = { [author.userId]: "Nora Weber", [lead.userId]: "Leo Lang", [keeper.userId]: "Kim Kast" };
    await store.db.collection("users").insertMany(
      Object.entries(named).map(([id, name]) => ({
        _id: toObjectId(id),
        companyId: toObjectId(here.companyId),
        name,
      })),
    );
    const group = await engine.groups.create(keeper, { name: "Directors", memberIds: [lead.userId] });
    await engine.updateApprovalSettings(keeper, { onAmend: "KEEP_VERDICTS" });
    const [refId, document] = [newId(), { title: "Desks", amount: "1250.000", currency: "EUR" }];
    await engine.submitDocument(author, {
      refId,
      kind: "Claim",
      ref: "PO-9",
      submitterId: author.userId,
      document,
      dynamicStages: [
        { name: "Board", order: 1, approveBy: "ANY", approvers: [{ source: { groupId: group._id } }] },
        { name: "Desk", order: 2, approveBy: "ANY", approverIds: [lead.userId] },
      ] as never,
    });
    const decide = async (status: "APPROVED" | "REJECTED", remark: string) => {
      const active = { refId: toObjectId(refId), status: "AWAITING_APPROVAL" };
      const task = await store.db.collection("workflow_tasks").findOne(active);
      await engine.decideApproval(lead, { taskId: task!._id.toHexString(), status, remark });
    };
    await decide("APPROVED", "Fair price");
    await engine.amendDocument(author, { refId, document: { ...document, amount: "900.5" } });
    await decide("REJECTED", "Too many");
    const query = `${AUDIT}?ref=PO-9`;
    const trail = await rowsOf(keeper, query);
    expect(Object.keys(trail[0]!)).toEqual([
      "Time",
      "User",
      "For",
      "Action",
      "Decision",
      "Record",
      "Number",
      "Document",
      "Stage",
      "Why",
      "Amount",
      "Currency",
      "Note",
    ]);
    expect(trail).toMatchObject([
      { User: "Leo Lang", Decision: "Rejected", Amount: 900.5, Note: "Too many" },
      { User: "Nora Weber", Action: "Amended", Decision: undefined, Amount: 900.5 },
      {
        User: "Leo Lang",
        Decision: "Approved",
        Why: "Member of Directors",
        Amount: 1250,
        Note: "Fair price",
      },
      { User: "Nora Weber", Action: "Submitted", Decision: undefined, Why: undefined, Amount: 1250 },
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/[\da-f]{24}|\{\\"/u);
    const stored = await rowsOf(keeper, query, app, 1);
    expect(stored).toHaveLength(trail.length);
    expect(stored[0]).toMatchObject({
      "User id": lead.userId,
      Action: "changeStatus",
      Record: "workflow_tasks",
    });
    expect(JSON.parse(stored[0]!["After"] as string)).toHaveProperty("approvals");
  });

  it("refuse those who may not read the trail, and filters that do not exist, by name [CON-18]", async () => {
    for (const [caller, url, status, message] of [
      [nora, AUDIT, 403, "Only a privileged user may read the audit trail"],
      [admin, `${AUDIT}?after=x`, 400, expect.stringContaining("after")],
      [admin, `${AUDIT}?from=yesterday`, 400, "from: must be an instant such as 2026-12-24T09:00:00Z"],
      [admin, `${DOCUMENTS}?take=5`, 400, expect.stringContaining("take")],
      [admin, `${DOCUMENTS}?note=x`, 400, expect.stringContaining("note")],
      [admin, `${DOCUMENTS}?decidedByMe=perhaps`, 400, expect.stringContaining("decidedByMe")],
    ] as const) {
      const { statusCode, rawPayload } = await download(caller, url);
      expect([statusCode, JSON.parse(rawPayload.toString())]).toEqual([
        status,
        expect.objectContaining({ message }),
      ]);
    }
  });
});

describe("a download whose store goes away", () => {
  const company = aCompany();

  /** Downloads workflows from a store that fails after the given number. */
  async function downloadOf(readable: number): Promise<Response> {
    const readModels = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });
    const { definitions } = readModels;
    const [workflow] = await definitions.workflowPage(company.companyId, {}).data();
    async function* streamWorkflows() {
      for (let count = 0; count < readable; count += 1) yield workflow!;
      throw new MongoNetworkError("read ECONNRESET");
    }
    const failing = createHttpApp({ logger: silentLogger });
    onTestFinished(() => failing.close());
    await failing.register(exportRoutes, {
      readModels: { ...readModels, definitions: { ...definitions, streamWorkflows } },
      verify: createVerifier(testTokens().verifier),
      onLeaving: () => () => undefined,
      downloads: { max: 1, maxPerCompany: 1, maxPerUser: 1 },
    });
    const address = await failing.listen({ host: "127.0.0.1", port: 0 });
    return fetch(address + WORKFLOWS, { headers: { authorization: await bearerOf(company.user()) } });
  }

  it("is answered 503 while nothing of the file was sent [AE-XLSX-06]", async () => {
    const answer = await downloadOf(0);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ statusCode: 503, code: "UNAVAILABLE" });
  });

  it("is cut off after that, instead of looking whole [AE-XLSX-06]", async () => {
    await engine.workflows.create(company.user(), { name: "Travel" });
    const answer = await downloadOf(5_000);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
  });
});
