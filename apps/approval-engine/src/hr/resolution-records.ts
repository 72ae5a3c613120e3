import type { Id } from "@countersign/domain/approval";
import type { ResolutionRecords } from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";

import { type Employee, createDirectoryRepository } from "../shared/directory-repository.ts";
import { peopleAmong } from "../shared/people.ts";

/** The records that give the roles of policies to documents about employees, by the employee; three commands. */
export async function resolutionRecords(
  scope: Scope,
  companyId: Id,
  employees: readonly Employee[],
): Promise<Map<Id, ResolutionRecords>> {
  const directory = createDirectoryRepository(scope);
  const idsOf = (field: "reportingTo" | "hrId" | "departmentId") =>
    employees.flatMap((employee) => employee[field] ?? []);
  const colleagues = await directory.employeesAmong(companyId, [...idsOf("reportingTo"), ...idsOf("hrId")]);
  const departments = await directory.departmentsAmong(companyId, idsOf("departmentId"));
  const holders = [
    ...[...colleagues.values()].flatMap(({ userId }) => userId ?? []),
    ...[...departments.values()].flatMap(({ hodId }) => hodId ?? []),
  ];
  const people = await peopleAmong(scope, companyId, holders);
  return new Map(
    employees.map(({ _id: id, ...employee }) => {
      const department = employee.departmentId && departments.get(employee.departmentId);
      return [id, { employee: { id, ...employee }, department: department || undefined, colleagues, people }];
    }),
  );
}

/** The same for documents about users, by the user, of those who have one employment alone. */
export async function recordsOfUsers(
  scope: Scope,
  companyId: Id,
  userIds: readonly Id[],
): Promise<Map<Id, ResolutionRecords>> {
  const rows = await createDirectoryRepository(scope).employmentsAmong(companyId, userIds);
  const byUser = Map.groupBy(rows, ({ userId = "" }) => userId);
  const only = [...byUser].flatMap(([userId, [row, ...otherRows]]) =>
    row === undefined || otherRows.length > 0 ? [] : [[userId, row] as const],
  );
  const records = await resolutionRecords(
    scope,
    companyId,
    only.map(([, row]) => row),
  );
  return new Map(only.map(([userId, { _id }]) => [userId, records.get(_id)!]));
}
