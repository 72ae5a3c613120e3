import { expect, it } from "vitest";

import { statusOf } from "./status-of.ts";

/** Stages such as `1 APPROVED` or, archived, `1 REJECTED-`. */
const stagesOf = (...texts: string[]) =>
  texts.map((text) => {
    const [orderNo, status = ""] = text.split(" ");
    return { orderNo: Number(orderNo), status: status.replace("-", ""), archived: status.endsWith("-") };
  });

it.each([
  ["AWAITING_APPROVAL", ["1 APPROVED", "2 AWAITING_APPROVAL", "3 PENDING"]],
  ["APPROVED", ["1 APPROVED", "2 APPROVED"]],
  ["REJECTED", ["1 APPROVED", "2 REJECTED-", "3 ARCHIEVED-"]],
  ["ARCHIEVED", ["1 APPROVED", "2 ARCHIEVED-", "3 ARCHIEVED-"]],
  ["AWAITING_APPROVAL", ["1 AWAITING_APPROVAL", "2 REJECTED-", "2 PENDING"]],
  ["APPROVED", ["1 APPROVED", "2 REJECTED-", "2 APPROVED"]],
  ["PENDING", []],
])("says %s of a run with %j", (status, stages) => {
  expect(statusOf(stagesOf(...stages))).toBe(status);
});

it("says APPROVED of a run that is over, whose last stage a change of the document left out [ROUTE-4]", () => {
  const [manager, board] = stagesOf("1 APPROVED", "2 ARCHIEVED-");
  const askedAt = "2026-11-20T09:00:00Z";
  expect(statusOf([{ ...manager!, askedAt }, board!])).toBe("APPROVED");
  expect(
    statusOf([
      { ...manager!, askedAt },
      { ...board!, askedAt },
    ]),
  ).toBe("ARCHIEVED");
});
