import { kind, ownerOfKind } from "@countersign/contracts";
import { ownerOf, WORKFLOW_TASK_KINDS } from "@countersign/domain/approval";
import { expect, it } from "vitest";

it("the contracts, which import nothing, name the domain's kinds and their owners", () => {
  expect(kind.options).toEqual([...WORKFLOW_TASK_KINDS]);
  for (const known of WORKFLOW_TASK_KINDS) expect(ownerOfKind(known)).toBe(ownerOf(known));
});
