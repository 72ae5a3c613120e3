import { BUILT_IN_KINDS, documentKinds } from "@countersign/contracts";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { isEnumType, isObjectType } from "graphql";
import { expect, it } from "vitest";

import { createSchema } from "../graphql/schema.ts";

const schema = createSchema(documentKinds.parse("legal:Contract"));

function fieldsOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return Object.values(type.getFields()).map((field) => `${field.name}: ${String(field.type)}`);
}

it("a stage of a rule has every field of a stage of a workflow's version [CON-17]", () => {
  const ofVersions = fieldsOf("WorkflowVersionStage").filter((field) => field !== "stageId: ID!");
  expect(fieldsOf("ApprovalRuleStage")).toEqual(expect.arrayContaining(ofVersions));
});

it("rules are of the kinds that are submitted, of invoices, and of those that a deployment adds [CON-17]", () => {
  const kinds = schema.getType("ApprovalRuleKind");
  if (!isEnumType(kinds)) throw new Error("no kinds");
  const all = new Set([...BUILT_IN_KINDS.kinds, ...APPROVAL_THRESHOLD_KINDS, "Contract"]);
  expect(
    kinds
      .getValues()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...all].toSorted());
});
