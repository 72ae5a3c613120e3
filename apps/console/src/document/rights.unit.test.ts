import { describe, expect, it } from "vitest";

import { mayAdd, mayReassign, mayRecall, mayWithdraw } from "./rights.ts";

const [nora, milan, ada] = ["nora", "milan", "ada"].map((userId) => ({
  userId,
  privileged: userId === "ada",
}));
const seat = { approverId: "milan", status: "AWAITING_APPROVAL" };
const stage = {
  status: "AWAITING_APPROVAL",
  archived: false,
  submitterId: "nora",
  revision: "1.1",
  approvals: [seat],
};
const done = { ...stage, status: "APPROVED", approvals: [{ ...seat, status: "APPROVED" }] };

describe("what is offered", () => {
  it.each([
    [
      "nobody but privileged users where recall is off",
      "NEVER",
      [stage],
      { nora: false, milan: false, ada: true },
    ],
    ["the submitter until the first verdict", "UNTIL_FIRST_VERDICT", [stage], { nora: true, milan: false }],
    ["not after a verdict", "UNTIL_FIRST_VERDICT", [done, stage], { nora: false, ada: true }],
    ["not after a return", "UNTIL_FIRST_VERDICT", [{ ...stage, revision: "1.2" }], { nora: false }],
    ["the submitter while it is in progress", "ALWAYS", [done, stage], { nora: true, milan: false }],
    ["nobody once it has ended", "ALWAYS", [done], { nora: false, ada: false }],
  ] as const)("to recall: %s [CTRL-3]", (_title, recall, stages, expected) => {
    const offered = { nora, milan, ada };
    for (const [name, may] of Object.entries(expected)) {
      expect(mayRecall(offered[name as keyof typeof offered]!, stages, recall), name).toBe(may);
    }
  });

  it("to give away: a seat of one's own without a verdict, any for privileged users [PPL-7]", () => {
    expect(mayReassign(milan!, stage, seat)).toBe(true);
    expect(mayReassign(nora!, stage, seat)).toBe(false);
    expect(mayReassign(ada!, stage, seat)).toBe(true);
    expect(mayReassign(ada!, stage, { ...seat, status: "APPROVED" })).toBe(false);
    expect(mayReassign(ada!, stage, { ...seat, leftOut: "INACTIVE" })).toBe(false);
    expect(mayReassign(milan!, { ...stage, status: "PENDING" }, { ...seat, status: "PENDING" })).toBe(true);
    expect(mayReassign(ada!, { ...stage, archived: true }, seat)).toBe(false);
  });

  it("to add somebody: approvers of the active stage, privileged users of one to come [PPL-7]", () => {
    expect(mayAdd(milan!, stage)).toBe(true);
    expect(mayAdd(nora!, stage)).toBe(false);
    expect(mayAdd(milan!, { ...stage, status: "PENDING" })).toBe(false);
    expect(mayAdd(ada!, { ...stage, status: "PENDING" })).toBe(true);
    expect(mayAdd(ada!, done)).toBe(false);
  });

  it("to take back: a verdict that one gave while the stage is open [PPL-7]", () => {
    const given = { ...seat, status: "APPROVED" };
    expect(mayWithdraw(milan!, stage, given)).toBe(true);
    expect(mayWithdraw(milan!, stage, { ...given, decidedBy: "ada" })).toBe(false);
    expect(mayWithdraw(ada!, stage, { ...given, decidedBy: "ada" })).toBe(true);
    expect(mayWithdraw(milan!, stage, { ...given, skipped: true })).toBe(false);
    expect(mayWithdraw(milan!, done, given)).toBe(false);
    expect(mayWithdraw(milan!, stage, seat)).toBe(false);
  });
});
