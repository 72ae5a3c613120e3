import { createUnitOfWork, newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeEach, expect, it } from "vitest";

import { type Repositories, bindRepositories } from "../src/repositories/repositories.ts";
import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitted } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const company = aCompany();
const [submitter, one, two] = [company.user(), company.user(), company.user()];

/** The writes of a decision in their order, and how each can fail. */
const FAULTS = ["events", "notifications", "outbox", "audit"] as const;

/** An engine whose transactions fail at the given write, after everything before it was written. */
async function engineFailingAt(fault: (typeof FAULTS)[number]) {
  const fail = async (): Promise<never> => {
    throw new Error(`${fault} failed`);
  };
  const broken = {
    events: { insert: fail },
    notifications: { insert: fail },
    outbox: { add: fail },
    audit: { record: fail },
  };
  return engineOn(store, {
    unitOfWork: createUnitOfWork(store, (scope): Repositories => {
      const repositories = bindRepositories(scope);
      return { ...repositories, [fault]: { ...repositories[fault], ...broken[fault] } };
    }),
  });
}

let run: Awaited<ReturnType<typeof submitted>>;
beforeEach(async () => {
  run = await submitted(engine, submitter, stagesOf([one], [two]));
});

it.each(FAULTS)(
  "[AE-SUBMIT-22] nothing of a transition is there when its %s cannot be written",
  async (fault) => {
    const failing = await engineFailingAt(fault);
    const { refId, tasks } = run;
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    const before = {
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    };
    const message = `${fault} failed`;

    const refused = [
      () => submitted(failing, submitter, stagesOf([one]), { refId: newId() }),
      () => failing.decideApproval(one, { taskId, status: "APPROVED" }),
      () => failing.decideApproval(one, { taskId, status: "REJECTED" }),
      () => failing.cancelDocument(submitter, { refId }),
    ];
    for (const transition of refused) await expect(transition()).rejects.toThrow(message);

    expect({
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    }).toEqual(before);
  },
);
