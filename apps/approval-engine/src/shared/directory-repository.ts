import type { Id, Person } from "@countersign/domain/approval";
import { type IndexPlan, type Scope, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { DepartmentRecord, EmployeeRecord, UserRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";

export type Employee = RecordOf<EmployeeRecord>;
export type Department = RecordOf<DepartmentRecord>;

/** A user's manager and department. */
export type OrganisationPlace = Pick<Person, "managerId" | "departmentId">;

/** People of a company, as the modules that own them keep them. */
export interface DirectoryRepository {
  userName(companyId: Id, userId: Id): Promise<string | undefined>;
  /** The user of the employee to whom the user's own employee reports. */
  managerOf(companyId: Id, userId: Id): Promise<Id | undefined>;
  /** The same of several users at once, by user; two commands. */
  managersOf(companyId: Id, userIds: readonly Id[]): Promise<ReadonlyMap<Id, Id>>;
  /** The department that the user's employee works in. */
  departmentOf(companyId: Id, userId: Id): Promise<Id | undefined>;
  /** The user's place in the organisation, and those of the managers above them; at most `levels` + 1 commands. */
  placesAbove(companyId: Id, userId: Id, levels: number): Promise<ReadonlyMap<Id, OrganisationPlace>>;
  /** The departments of users, by user; one command. */
  departmentsOf(companyId: Id, userIds: readonly Id[]): Promise<ReadonlyMap<Id, Id>>;
  /** The users who head departments, by department, without those that were closed; one command. */
  headsOf(companyId: Id, departmentIds: readonly Id[]): Promise<ReadonlyMap<Id, Id>>;
  employee(companyId: Id, employeeId: Id): Promise<Employee | undefined>;
  /** Nothing for one that was closed. */
  department(companyId: Id, departmentId: Id): Promise<Department | undefined>;
}

/** For the employee of a user, whom commands look up for managers and departments. */
export const PEOPLE_INDEXES: readonly IndexPlan[] = [
  { collection: "employees", indexes: [{ key: { companyId: 1, userId: 1 } }] },
];

const isPresent = ({ active }: Pick<EmployeeRecord, "active">): boolean => active !== false;

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
  const employees = db.collection<EmployeeRecord>("employees");
  /** The employees of users, one of each: somebody who came back has an earlier one too. */
  const employeesOf = async (companyId: Id, userIds: readonly Id[]): Promise<EmployeeRecord[]> => {
    const own = { companyId: toObjectId(companyId), userId: { $in: userIds.map((id) => toObjectId(id)) } };
    const found = await employees.find(own, { session }).toArray();
    return Map.groupBy(found, ({ userId }) => userId && toHex(userId))
      .values()
      .map((rows) => rows.find(isPresent) ?? rows[0]!)
      .toArray();
  };
  const employeeOf = async (companyId: Id, userId: Id): Promise<EmployeeRecord | undefined> =>
    (await employeesOf(companyId, [userId]))[0];
  return {
    managerOf: async (companyId, userId) => {
      const found = await employeeOf(companyId, userId);
      if (!found?.reportingTo) return undefined;
      return (await employee(companyId, toHex(found.reportingTo)))?.userId;
    },
    managersOf: async (companyId, userIds) => {
      const own = await employeesOf(companyId, userIds);
      const reportingTo = own.flatMap((row) => row.reportingTo ?? []);
      const above = { companyId: toObjectId(companyId), _id: { $in: reportingTo } };
      const found = await employees.find(above, { session }).toArray();
      const userOf = new Map(found.map(({ _id, userId }) => [toHex(_id), userId && toHex(userId)]));
      const managers = new Map<Id, Id>();
      for (const row of own) {
        const managerId = row.reportingTo && userOf.get(toHex(row.reportingTo));
        if (row.userId && managerId) managers.set(toHex(row.userId), managerId);
      }
      return managers;
    },
    departmentOf: async (companyId, userId) => {
      const found = await employeeOf(companyId, userId);
      return found?.departmentId ? toHex(found.departmentId) : undefined;
    },
    placesAbove: async (companyId, userId, levels) => {
      /** The employee to whom others report, or the one that their user has by now. */
      const presentOf = async (_id: ObjectId): Promise<EmployeeRecord | undefined> => {
        const found = await employees.findOne({ _id, companyId: toObjectId(companyId) }, { session });
        if (found === null) return undefined;
        return isPresent(found) || !found.userId ? found : employeeOf(companyId, toHex(found.userId));
      };
      const places = new Map<Id, OrganisationPlace>();
      let row = await employeeOf(companyId, userId);
      while (row?.userId && !places.has(toHex(row.userId))) {
        const { departmentId, reportingTo } = row;
        const above = reportingTo && places.size < levels ? await presentOf(reportingTo) : undefined;
        places.set(toHex(row.userId), {
          ...(above?.userId && { managerId: toHex(above.userId) }),
          ...(departmentId && { departmentId: toHex(departmentId) }),
        });
        row = above;
      }
      return places;
    },
    departmentsOf: async (companyId, userIds) => {
      const found = await employeesOf(companyId, userIds);
      return new Map(
        found.flatMap(({ userId, departmentId }) =>
          userId && departmentId ? [[toHex(userId), toHex(departmentId)]] : [],
        ),
      );
    },
    headsOf: async (companyId, departmentIds) => {
      const found = await db
        .collection<DepartmentRecord>("departments")
        .find(
          { companyId: toObjectId(companyId), _id: { $in: departmentIds.map((id) => toObjectId(id)) } },
          { session, projection: { hodId: 1, active: 1 } },
        )
        .toArray();
      const open = found.filter(isPresent);
      return new Map(open.flatMap(({ _id, hodId }) => (hodId ? [[toHex(_id), toHex(hodId)]] : [])));
    },
    userName: async (companyId, userId) => (await find<UserRecord>("users", companyId, userId))?.name,
    employee,
    department: async (companyId, departmentId) => {
      const found = await find<DepartmentRecord>("departments", companyId, departmentId);
      return found && isPresent(found) ? found : undefined;
    },
  };
}
