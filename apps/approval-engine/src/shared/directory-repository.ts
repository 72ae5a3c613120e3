import type { Id } from "@countersign/domain/approval";
import { type Scope, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { DepartmentRecord, EmployeeRecord, UserRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";

export type Employee = RecordOf<EmployeeRecord>;
export type Department = RecordOf<DepartmentRecord>;

/** People of a company, as the modules that own them keep them. */
export interface DirectoryRepository {
  userName(companyId: Id, userId: Id): Promise<string | undefined>;
  /** The user of the employee to whom the user's own employee reports. */
  managerOf(companyId: Id, userId: Id): Promise<Id | undefined>;
  /** The same of several users at once, by user; two commands. */
  managersOf(companyId: Id, userIds: readonly Id[]): Promise<ReadonlyMap<Id, Id>>;
  /** The department that the user's employee works in. */
  departmentOf(companyId: Id, userId: Id): Promise<Id | undefined>;
  employee(companyId: Id, employeeId: Id): Promise<Employee | undefined>;
  department(companyId: Id, departmentId: Id): Promise<Department | undefined>;
}

export function createDirectoryRepository({ db, session }: Scope): DirectoryRepository {
  const find = async <D extends { _id: ObjectId; companyId: ObjectId }>(
    name: string,
    companyId: Id,
    id: Id,
  ) => {
    const filter = { _id: toObjectId(id), companyId: toObjectId(companyId) };
    const document = await db.collection(name).findOne(filter, { session });
    if (document === null) return undefined;
    // The owning modules may keep an unset field as null.
    const present = Object.entries(document).filter(([, value]) => value !== null);
    return toRecord(Object.fromEntries(present) as unknown as D);
  };
  const employee = async (companyId: Id, employeeId: Id) =>
    find<EmployeeRecord>("employees", companyId, employeeId);
  return {
    managerOf: async (companyId, userId) => {
      const own = { userId: toObjectId(userId), companyId: toObjectId(companyId) };
      const found = await db.collection<EmployeeRecord>("employees").findOne(own, { session });
      if (!found?.reportingTo) return undefined;
      return (await employee(companyId, toHex(found.reportingTo)))?.userId;
    },
    managersOf: async (companyId, userIds) => {
      const employees = db.collection<EmployeeRecord>("employees");
      const ofCompany = { companyId: toObjectId(companyId) };
      const own = await employees
        .find({ ...ofCompany, userId: { $in: userIds.map((id) => toObjectId(id)) } }, { session })
        .toArray();
      const reportingTo = own.flatMap((row) => row.reportingTo ?? []);
      const found = await employees.find({ ...ofCompany, _id: { $in: reportingTo } }, { session }).toArray();
      const userOf = new Map(found.map(({ _id, userId }) => [toHex(_id), userId && toHex(userId)]));
      const managers = new Map<Id, Id>();
      for (const row of own) {
        const managerId = row.reportingTo && userOf.get(toHex(row.reportingTo));
        if (row.userId && managerId) managers.set(toHex(row.userId), managerId);
      }
      return managers;
    },
    departmentOf: async (companyId, userId) => {
      const own = { userId: toObjectId(userId), companyId: toObjectId(companyId) };
      const options = { session, projection: { departmentId: 1 } };
      const found = await db.collection<EmployeeRecord>("employees").findOne(own, options);
      return found?.departmentId ? toHex(found.departmentId) : undefined;
    },
    userName: async (companyId, userId) => (await find<UserRecord>("users", companyId, userId))?.name,
    employee,
    department: async (companyId, departmentId) =>
      find<DepartmentRecord>("departments", companyId, departmentId),
  };
}
