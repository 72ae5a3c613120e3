import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, countAll, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { runsIn } from "./runs-repository.ts";

const store = await useTestStore();
const engine = await engineOn(store);

const TOO_MANY_SEATS = { code: "CONFLICT", message: "A run has at most 1,000 seats" };

/** A run of stages of so many approvers each, who are known to nobody. */
function aRun(...seats: number[]) {
  const company = aCompany();
  const nora = company.user();
  const approvers = seats.map((count) => Array.from({ length: count }, () => company.user()));
  const submit = () => submitNew(engine, nora, stagesOf(...approvers));
  return { company, nora, approvers, submit };
}

const recordOf = async (refId: string) => (await runsIn(store).findOne({ refId: toObjectId(refId) }))!;

it("a submission of more than 1,000 seats is refused by name, and writes nothing", async () => {
  const { submit } = aRun(200, 200, 200, 200, 200, 1);
  const before = await countAll(store);
  await expect(submit()).rejects.toMatchObject({ ...TOO_MANY_SEATS, field: "dynamicStages" });
  expect(await countAll(store)).toBe(before);
});

it("nobody adds a seat to 1,000, by any command; whoever is asked still decides", async () => {
  const { company, approvers, submit } = aRun(1, 199, 200, 200, 200, 200);
  const first = approvers[0]![0]!;
  const { refId, tasks } = await submit();
  const taskId = tasks[0]!._id;
  const before = await recordOf(refId);
  const admin = company.user({ privileged: true });
  const { userId } = company.user();
  const addition = engine.seats.addApprover(admin, { taskId, userId, position: "AFTER", reason: "Expert" });
  await expect(addition).rejects.toMatchObject({ ...TOO_MANY_SEATS, field: "userId" });
  const row = engine.approvals.create(first, { taskId, approverId: userId });
  await expect(row).rejects.toMatchObject({ ...TOO_MANY_SEATS, field: "taskId" });
  expect(await recordOf(refId)).toEqual(before);
  await engine.decideApproval(first, { taskId, status: "APPROVED" });
  expect((await recordOf(refId)).version).toBe(before.version + 1);
});
