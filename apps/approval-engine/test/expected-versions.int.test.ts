import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";

const store = await useTestStore();
const { as } = await useReplica(store, useBus());

/** Kinds of records that rules use, each with its fields and a change. */
const KINDS = [
  {
    kind: "UserGroup",
    says: "Group has changed",
    fields: (userId: string) => ({ name: "Board", memberIds: [userId] }),
    change: { name: "Directors" },
  },
  {
    kind: "ApprovalLimit",
    says: "Limit has changed",
    fields: (userId: string) => ({ userId, kind: "PurchaseOrder", currency: "EUR", upTo: "100" }),
    change: { upTo: "200" },
  },
  {
    kind: "ApprovalCalendar",
    says: "Calendar has changed",
    fields: () => ({
      name: "Office",
      timeZone: "UTC",
      week: [{ day: "MONDAY", from: "09:00", to: "17:00" }],
    }),
    change: { name: "Home" },
  },
  {
    kind: "HrApprovalPolicy",
    says: "Policy has changed",
    fields: () => ({ kind: "LEAVE", levels: [{ role: "HR", order: 1 }] }),
    change: { levels: [{ role: "MANAGER", order: 1 }] },
  },
];

/** A record, and the change of it by somebody who has seen a version of it. */
async function aRecord({ kind, fields, change }: (typeof KINDS)[number]) {
  const company = aCompany();
  const admin = as(company.user({ privileged: true }));
  type Answer = Record<string, { _id: string; version: number }>;
  const created = await admin.get<Answer>(
    `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { _id version } }`,
    { input: fields(company.user().userId) },
  );
  const { _id: id, version } = created[`create${kind}`]!;
  const update = async (expectedVersion?: number | null) => {
    const changedAnswer = await admin.get<Answer>(
      `mutation ($id: ID!, $input: Update${kind}Input!, $seen: Int) {
        update${kind}(id: $id, input: $input, expectedVersion: $seen) { _id version } }`,
      { id, input: change, seen: expectedVersion },
    );
    return changedAnswer[`update${kind}`]!.version;
  };
  return { version, update };
}

describe.each(KINDS)("a $kind", (kind) => {
  it("is changed by whoever has seen it as it is, and by whoever says nothing [HIST-2]", async () => {
    const { version, update } = await aRecord(kind);
    const second = await update(version);
    expect(second).toBeGreaterThan(version);
    const third = await update();
    expect(third).toBeGreaterThan(second);
    expect(await update(null)).toBeGreaterThan(third);
  });

  it("is refused to whoever has seen it as it was, also in two windows at once [HIST-2]", async () => {
    const { version, update } = await aRecord(kind);
    const outcomes = await Promise.allSettled([update(version), update(version)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(update(version)).rejects.toThrow(kind.says);
  });
});
