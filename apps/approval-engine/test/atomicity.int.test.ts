import { createUnitOfWork } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, beforeEach, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const company = aCompany();
const [submitter, one, two] = [company.user(), company.user(), company.user()];

/** Changes of a run and of the documents beside it. All that follows from the run is projected: see project.int.test.ts. */
const TRANSITIONS = ["a submission", "an amendment"] as const;

/** An engine whose store refuses a write behind an insert into the collection, which was accepted. */
async function engineFailingAfter(name: string) {
  return engineOn(store, {
    unitOfWork: createUnitOfWork(store, (scope) => {
      const refused = () => scope.write({ insert: "refused", documents: [{ _id: ["a list"] }] });
      return {
        ...scope,
        write: async (command) => {
          await scope.write(command);
          if ("insert" in command && command.insert === name) await refused();
        },
      };
    }),
  });
}

let run: Awaited<ReturnType<typeof submitNew>>;
beforeAll(() => engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" }));
beforeEach(async () => {
  run = await submitNew(engine, submitter, stagesOf([one], [two]));
});

it.each(TRANSITIONS)(
  "nothing of %s is there when a write after its revision is refused [AE-SUBMIT-22] [DOC-3]",
  async (transition) => {
    const failing = await engineFailingAfter("workflow_documents");
    const { refId, tasks } = run;
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    const before = {
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    };
    const refused =
      transition === "a submission"
        ? submitNew(failing, submitter, stagesOf([one]), { document: { title: "New" } })
        : failing.amendDocument(submitter, { refId, document: { title: "Changed" } });
    await expect(refused).rejects.toThrow(/_id/);
    expect({
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    }).toEqual(before);
  },
);
