import { createUnitOfWork, newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, beforeEach, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitted } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const company = aCompany();
const [submitter, one, two] = [company.user(), company.user(), company.user()];

/** The writes of a decision in their order, and the insert before or after which each fails. */
const FAULTS = [
  { fault: "events", after: "workflow_events" },
  { fault: "notifications", after: "workflow_notifications" },
  { fault: "outbox", before: "audit_logs" },
  { fault: "audit", after: "audit_logs" },
] as const;

/** An engine whose store refuses a write at the given place; whatever was written before it was accepted. */
async function engineFailingAt({ before, after }: { before?: string; after?: string }) {
  return engineOn(store, {
    unitOfWork: createUnitOfWork(store, (scope) => {
      const refused = () => scope.write({ insert: "refused", documents: [{ _id: ["a list"] }] });
      return {
        ...scope,
        write: async (command) => {
          const collection = "insert" in command ? command.insert : undefined;
          if (collection === before && before !== undefined) await refused();
          await scope.write(command);
          if (collection === after && after !== undefined) await refused();
        },
      };
    }),
  });
}

let run: Awaited<ReturnType<typeof submitted>>;
beforeAll(() => engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" }));
beforeEach(async () => {
  run = await submitted(engine, submitter, stagesOf([one], [two]));
});

it.each(FAULTS)(
  "nothing of a transition is there when a write after its $fault is refused [AE-SUBMIT-22] [DOC-3]",
  async (fault) => {
    const failing = await engineFailingAt(fault);
    const { refId, tasks } = run;
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    const before = {
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    };
    const message = /_id/;

    const refused = [
      () => submitted(failing, submitter, stagesOf([one]), { refId: newId() }),
      () => failing.decideApproval(one, { taskId, status: "APPROVED" }),
      () => failing.decideApproval(one, { taskId, status: "REJECTED" }),
      () => failing.cancelDocument(submitter, { refId }),
      () => failing.amendDocument(submitter, { refId, document: { title: "Changed" } }),
    ];
    for (const transition of refused) await expect(transition()).rejects.toThrow(message);

    expect({
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    }).toEqual(before);
  },
);
