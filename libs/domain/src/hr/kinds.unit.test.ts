import { describe, expect, it } from "vitest";

import { WORKFLOW_TASK_KINDS, WORKFLOW_TASK_STATUSES } from "../approval/index.ts";
import { hrKindOf, hrStatusOf, isHrTaskKind, taskKindOf, taskStatusesOf } from "./kinds.ts";
import { HR_APPROVAL_KINDS, HR_APPROVAL_ROLES, HR_APPROVAL_STATUSES } from "./types.ts";

describe("HR kinds", () => {
  it("map task kinds to policy kinds and back [AE-HR-01] [AE-POLICY-01]", () => {
    const kinds = WORKFLOW_TASK_KINDS.filter(isHrTaskKind);
    expect(kinds.map((kind) => [kind, hrKindOf(kind)])).toEqual([
      ["Leave", "LEAVE"],
      ["Claim", "CLAIM"],
      ["Loan", "LOAN"],
      ["Advance", "ADVANCE"],
    ]);
    expect(HR_APPROVAL_KINDS.map(taskKindOf)).toEqual(kinds);
  });

  it("roles and statuses are spelt as specified [AE-POLICY-03] [AE-FACADE-04]", () => {
    expect(HR_APPROVAL_ROLES).toEqual(["MANAGER", "HEAD_OF_DEPARTMENT", "HR"]);
    expect(HR_APPROVAL_STATUSES).toEqual(["PENDING", "APPROVED", "REJECTED", "CANCELLED"]);
  });
});

describe("HR statuses", () => {
  it.each([
    ["[AE-FACADE-06]", "PENDING", "PENDING"],
    ["[AE-FACADE-06]", "AWAITING_APPROVAL", "PENDING"],
    ["[AE-FACADE-07]", "APPROVED", "APPROVED"],
    ["[AE-FACADE-08]", "REJECTED", "REJECTED"],
    ["[AE-FACADE-09]", "ARCHIEVED", "CANCELLED"],
  ] as const)("%s %s shows as %s", (_id, status, shown) => {
    expect(hrStatusOf(status)).toBe(shown);
  });

  it("a filter finds exactly the statuses that show as it [AE-FACADE-06] [AE-FACADE-09]", () => {
    expect(taskStatusesOf("PENDING")).toEqual(["PENDING", "AWAITING_APPROVAL"]);
    expect(taskStatusesOf("CANCELLED")).toEqual(["ARCHIEVED"]);
    expect(HR_APPROVAL_STATUSES.flatMap(taskStatusesOf).toSorted()).toEqual(
      WORKFLOW_TASK_STATUSES.toSorted(),
    );
  });
});
