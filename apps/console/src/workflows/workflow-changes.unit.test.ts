import { expect, it } from "vitest";

import { changesBetween } from "./workflow-changes.ts";
import { type DraftStage, type WorkflowDraft, newStage } from "./workflow-draft.ts";

const stage = (name: string, order: number, fields: Partial<DraftStage> = {}): DraftStage => ({
  ...newStage(name, name),
  order,
  ...fields,
});
const ann = { approverId: "ann", name: "Ann", groups: [] };
const ben = { approverId: "ben", name: "Ben", groups: ["finance"] };
const stored: WorkflowDraft = {
  name: "Contracts",
  description: "",
  status: "DRAFT",
  stages: [stage("Legal", 1, { approvers: [ann, ben] }), stage("Board", 2), stage("Archive", 3)],
};
const [legal, board, archive] = stored.stages as [DraftStage, DraftStage, DraftStage];

it("finds nothing to save in what is stored", () => {
  expect(changesBetween(stored, structuredClone(stored))).toEqual([]);
});

it("names each field of the workflow and of a stage", () => {
  const changed = { ...legal, approveBy: "COUNT", quorum: 2 } as const;
  const draft = { ...stored, name: "Deals", stages: [changed, board, archive] };
  expect(changesBetween(stored, draft)).toEqual([
    { type: "workflow", field: "name", before: "Contracts", after: "Deals" },
    { type: "stage", stage: changed, field: "approveBy", before: "ANY", after: "COUNT" },
    { type: "stage", stage: changed, field: "quorum", before: null, after: 2 },
  ]);
});

it("names added, removed and moved stages, and only those", () => {
  const fresh = newStage("new", "Finance");
  expect(changesBetween(stored, { ...stored, stages: [archive, fresh, legal] })).toEqual([
    { type: "added", stage: fresh },
    { type: "moved", stage: legal, from: 0, to: 2 },
    { type: "removed", stage: board },
  ]);
});

it("names approvers who come, go or change their groups", () => {
  const cleo = { approverId: "cleo", name: "Cleo", groups: [] };
  const changed = { ...legal, approvers: [{ ...ben, groups: [] }, cleo] };
  expect(changesBetween(stored, { ...stored, stages: [changed, board, archive] })).toEqual([
    { type: "groups", stage: changed, approver: { ...ben, groups: [] }, before: ["finance"] },
    { type: "approverAdded", stage: changed, approver: cleo },
    { type: "approverRemoved", stage: changed, approver: ann },
  ]);
});
