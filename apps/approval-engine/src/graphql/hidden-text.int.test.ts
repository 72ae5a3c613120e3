import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { argumentsOf, callOf, isCode, operationsOf, soundValue } from "../../test/operations.ts";
import { createSchema } from "./schema.ts";

const store = await useTestStore();
const { engine, as } = await useReplica(store, useBus());
const records = recordsOf(store);
const MUTATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "mutation");

/** Reads as `txt.exe` and is `exe.txt`. */
const DECEPTIVE = "\u202Etxt.exe";
const REFUSAL = /^[\w.]+: must not contain U\+202E, which hides or reorders text; /u;

/** Text of several lines, which is kept as it is given and spelt out where it is shown. */
const FREE_TEXT = new Set(["remark", "description", "label", "note", "reason", "rows", "text"]);

/** Optional fields of which the inputs of a ladder need one, in place of others such as `userIds`. */
const LADDER = new Set(["businessDays", "manager"]);

/** Every text that a mutation takes: the mutation, and the path of the field. */
const TEXTS = MUTATIONS.flatMap((mutation) => {
  const paths: string[] = [];
  argumentsOf(mutation, (type, path) => void (String(type) === "String" && paths.push(path.join("."))));
  return paths.map((path) => ({ mutation, name: mutation.name, path }));
});

const refused = (field: string) => ({
  code: "INVALID_INPUT",
  field,
  message: expect.stringMatching(REFUSAL),
});

describe("a text that hides what it says", () => {
  it.each(TEXTS)(
    "is refused in names, references and titles, by its field: $name $path [SAFE-7]",
    async (text) => {
      const { mutation, path } = text;
      const before = await countAll(store);
      const variables = argumentsOf(mutation, (type, at, required) => {
        if (at.join(".") === path) return DECEPTIVE;
        if (!required && !LADDER.has(at.at(-1) ?? "")) return undefined;
        if (at.at(-1) === "userIds") return undefined;
        return String(type) === "ID" ? newId() : soundValue(type, at);
      });
      const call = callOf(mutation, variables);
      const { errors = [] } = await as(aCompany().user({ privileged: true })).ask(call.query, call.variables);
      const field = path
        .replace(/^input\./u, "")
        .replace(/\b(facts|attachments|items|stages|levels|approvers|tables|columns|week|days)\./gu, "$1.0.")
        .replace(/\bgroups$/u, "groups.0")
        .replace(/^exclusiveGroups$/u, "exclusiveGroups.0.0");
      const names = path.split(".");
      if (FREE_TEXT.has(names.at(-1) ?? "")) {
        expect(errors.filter(({ message }) => REFUSAL.test(message))).toEqual([]);
        return;
      }
      // Numbers, codes and addresses hold no such character by their own rules.
      const message = isCode(names)
        ? expect.stringContaining(`${field}: must be`)
        : expect.stringMatching(REFUSAL);
      expect(errors).toMatchObject([{ message, extensions: { field } }]);
      expect(await countAll(store)).toBe(before);
    },
  );

  it("is refused in what owners submit by messages [SAFE-7]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const stages = (name?: string) =>
      stagesOf({ approvers: [approver], ...(name !== undefined && { name }) });
    await expect(submitNew(engine, submitter, stages(), { ref: DECEPTIVE })).rejects.toMatchObject(
      refused("ref"),
    );
    await expect(submitNew(engine, submitter, stages(DECEPTIVE))).rejects.toMatchObject(
      refused("dynamicStages.0.name"),
    );
    const hr = {
      kind: "Leave",
      refId: newId(),
      employeeId: newId(),
      submitterId: newId(),
      ref: DECEPTIVE,
    } as const;
    await expect(engine.submitHr(submitter, hr)).rejects.toMatchObject(refused("ref"));
    const order = { _id: newId(), kind: "SalesOrder", ref: DECEPTIVE, totalAmount: 1 } as const;
    await expect(engine.orderCreated(submitter, order)).rejects.toMatchObject(refused("ref"));
    await expect(engine.evaluateOrder(company.companyId, order)).rejects.toMatchObject(refused("ref"));
  });

  it("is kept in a remark as it was given, and spelt out in the message about it [SAFE-7]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]), { ref: "LV-1" });
    const taskId = tasks[0]?._id ?? "";
    await engine.decideApproval(approver, { taskId, status: "REJECTED", remark: DECEPTIVE });
    expect((await records.events(refId)).at(-1)?.metadata.remark).toBe(DECEPTIVE);
    expect((await records.approvals(taskId))[0]?.remark).toBe(DECEPTIVE);
    const messages = (await records.notifications(refId)).map(({ message }) => message);
    expect(messages.at(-1)).toBe("LV-1 was rejected: [U+202E]txt.exe");
  });
});
