import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { createReadModels } from "../read-models.ts";
import { UNSHOWN_OF_TASK } from "../runs/index.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const { runs } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const TASKS = `query Tasks($input: WorkflowTaskPageInput) {
  workflowTaskPage(input: $input) { total data { refId canUpdateStatus document {
    revision title amount currency url facts { key label type value } attachments { name url sha256 } } } } }`;

describe("a page of tasks with their documents", () => {
  it("is read with six commands however long it is, and shows each task's own [DOC-2]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const titles = new Map<string, string | null>();
    for (let n = 0; n < 100; n += 1) {
      const refId = newId();
      const document =
        n % 10 === 9 ? undefined : { title: `Document ${n}`, amount: "2388.00", currency: "EUR" };
      titles.set(refId, document?.title ?? null);
      await engine.submitDocument(submitter, {
        refId,
        kind: "Leave",
        submitterId: submitter.userId,
        dynamicStages: stagesOf([approver]),
        document,
      });
    }
    for (const caller of [approver, company.user({ privileged: true })]) {
      for (const take of [1, 20, 100]) {
        let page: { refId: string; document: { title: string } | null }[] = [];
        const commands = await commandsOf(store, async () => {
          const answer = await as(caller).get<{ workflowTaskPage: { data: typeof page } }>(TASKS, {
            input: { take },
          });
          page = answer.workflowTaskPage.data;
        });
        expect(commands.toSorted()).toEqual(["aggregate", "count", "find", "find", "find", "find"]);
        expect(page).toHaveLength(take);
        for (const { refId, document } of page) expect(document?.title ?? null).toBe(titles.get(refId));
      }
    }
    const mine = await as(submitter).get<{ findMySubmissions: { data: { document: object }[] } }>(
      "{ findMySubmissions(input: { take: 2, skip: 1 }) { data { document { title } } } }",
    );
    expect(mine.findMySubmissions.data.map(({ document }) => document)).toEqual([
      { title: "Document 98" },
      { title: "Document 97" },
    ]);
  });

  it("reads the approvers of all its tasks with one more, also beside documents of 40 facts [DOC-2]", async () => {
    const company = aCompany();
    const submitter = company.user();
    const approvers = Array.from({ length: 100 }, () => company.user());
    const facts = Array.from({ length: 40 }, (_, at) => {
      return { key: `fact${at}`, label: `Fact ${at}`, type: "TEXT" as const, value: "Northwind" };
    });
    for (const approver of approvers) {
      await engine.submitDocument(submitter, {
        refId: newId(),
        kind: "Leave",
        submitterId: submitter.userId,
        dynamicStages: stagesOf([approver]),
        document: { facts },
      });
    }
    const query = TASKS.replace("canUpdateStatus", "canUpdateStatus approvals { approver { _id } }");
    const privileged = company.user({ privileged: true });
    const commands = await commandsOf(store, async () => {
      const { workflowTaskPage } = await as(privileged).get<{ workflowTaskPage: { data: unknown[] } }>(
        query,
        {
          input: { take: 100 },
        },
      );
      expect(workflowTaskPage.data).toHaveLength(100);
    });
    expect(commands.toSorted()).toEqual(["aggregate", "count", "find", "find", "find", "find", "find"]);
  });
});

it("are read without what only the lists need of them: a thousand values with 200 approvers", async () => {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const refId = newId();
  await engine.submitDocument(submitter, {
    refId,
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages: stagesOf([approver]),
    document: { title: "A document" },
  });
  const stored = await store.db.collection("workflow_tasks").findOne({ refId: new ObjectId(refId) });
  const page = runs.taskPage(approver, {});
  const found = [
    ...(await page.data()),
    ...(await page.withDocuments()),
    ...(await Array.fromAsync(runs.streamTasks(approver, {}))),
    ...(await runs.listRunTasks(approver, refId)),
    ...(await runs.tasksByIds(company.companyId, [String(stored?.["_id"])])),
    await runs.findTask(approver, { refId }),
  ];
  expect(found.map((task) => task?.refId)).toEqual(Array.from({ length: 6 }, () => refId));
  expect(stored).toHaveProperty("involvedIds");
  for (const task of found) for (const field of UNSHOWN_OF_TASK) expect(task).not.toHaveProperty(field);
});
