import { MESSAGES } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const answersTo = async (refId: string) =>
  (await records.outbox(refId))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes("request"));

it("leaves a durable command whose records are busy for the next delivery, and answers it then [MSG-REQUEST-02]", async () => {
  const company = aCompany();
  const { companyId, userId: actorId } = company.user();
  await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "KEEP_VERDICTS" });
  const { refId, tasks } = await submitNew(engine, company.user(), stagesOf([company.user()]));
  const impatient = await engineOn(store, {
    unitOfWork: createUnitOfWork(store, (scope) => scope, { timeoutMs: 100 }),
  });
  const command = {
    specversion: "1.0" as const,
    id: newId(),
    source: "/test",
    type: "approval.command.amend" as const,
    data: { companyId, refId, actorId, document: { title: "Longer" } },
  };
  await store.client.withSession(async (session) => {
    session.startTransaction();
    const run = { "tasks._id": toObjectId(tasks[0]?._id ?? "") };
    await store.db.collection("workflow_runs").updateOne(run, { $inc: { version: 1 } }, { session });
    await expect(impatient.handleAmendCommand(command)).rejects.toMatchObject({ code: "BUSY" });
    await session.abortTransaction();
  });
  expect(await answersTo(refId)).toEqual([]);

  await impatient.handleAmendCommand(command);
  expect(await answersTo(refId)).toEqual([expect.stringMatching(/\.accepted$/u)]);
});

const forbid = () => {
  throw new DomainError("FORBIDDEN", "This service may not act for the company");
};

function aSubmission() {
  const company = aCompany();
  const { companyId, userId: submitterId } = company.user();
  const refId = newId();
  const command = {
    specversion: "1.0" as const,
    id: newId(),
    source: "/test",
    type: "approval.command.submit" as const,
    data: {
      companyId,
      refId,
      kind: "Leave" as const,
      submitterId,
      dynamicStages: stagesOf([company.user()]),
    },
  };
  return { refId, command };
}

it("keeps an id for its owner, although an unauthorised sender used it first [SAFE-18]", async () => {
  const { refId, command } = aSubmission();
  await engine.handleSubmitCommand(command, forbid);
  await engine.handleSubmitCommand(command, forbid);
  await engine.handleSubmitCommand(command);
  expect(await answersTo(refId)).toEqual([
    expect.stringMatching(/\.refused$/u),
    expect.stringMatching(/\.accepted$/u),
  ]);
});

it("answers a broken submission once, an unauthorised one with that, whose id stays its owner's [OPS-6] [SAFE-18]", async () => {
  const { refId, command } = aSubmission();
  const broken = { id: command.id, ...command.data };
  await engine.refuseSubmitCommand(broken, "data.ref: is required", forbid);
  for (const _delivery of [1, 2]) {
    await engine.refuseSubmitCommand(broken, "data.ref: is required", () => undefined);
  }
  await engine.handleSubmitCommand(command);
  expect(await records.tasks(refId)).toEqual([]);
  const answers = (await records.outbox(refId)).map(({ data }) => MESSAGES.refused.event.parse(data).data);
  expect(answers).toMatchObject([
    { requestId: command.id, code: 403, error: "This service may not act for the company" },
    { requestId: command.id, code: 400, error: "data.ref: is required" },
  ]);
});
