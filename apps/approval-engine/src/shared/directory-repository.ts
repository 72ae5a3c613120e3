import type { Change, Id, Organisation, Person } from "@countersign/domain/approval";
import { type IndexPlan, type Scope, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { DepartmentRecord, EmployeeRecord, UserRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";

export type Employee = RecordOf<EmployeeRecord>;
export type Department = RecordOf<DepartmentRecord>;

/** A user's manager and department, and the people who made them so. */
export type OrganisationPlace = Pick<
  Person,
  "managerId" | "managerChanges" | "departmentId" | "departmentChanges"
>;

/** The record of somebody's employment that counts, and the people who made it count in place of another of theirs. */
interface Employment extends EmployeeRecord {
  choices?: readonly Change[];
}

/** The people who made somebody another's manager, or took their manager: on the record of either. */
const managerChangesOf = (below: Employment, above?: Employment): Change[] =>
  [
    ...(below.choices ?? []),
    below.madeBy?.fields?.reportingTo,
    below.madeBy?.fields?.userId,
    ...(above?.choices ?? []),
    above?.madeBy?.fields?.userId,
    above?.madeBy?.fields?.active,
  ].filter((change) => change !== undefined);

const headChangesOf = ({ madeBy }: Pick<DepartmentRecord, "madeBy">): Change[] =>
  [madeBy?.fields?.hodId, madeBy?.fields?.active].filter((change) => change !== undefined);

function managerIn(below: Employment, above: Employment | undefined): OrganisationPlace {
  const managerChanges = managerChangesOf(below, above);
  return {
    ...(above?.userId && { managerId: toHex(above.userId) }),
    ...(managerChanges.length > 0 && { managerChanges }),
  };
}

function departmentIn({ departmentId, madeBy, choices = [] }: Employment): OrganisationPlace {
  const { departmentId: change, userId } = madeBy?.fields ?? {};
  const departmentChanges = [...choices, change, userId].filter((entry) => entry !== undefined);
  return {
    ...(departmentId && { departmentId: toHex(departmentId) }),
    ...(departmentChanges.length > 0 && { departmentChanges }),
  };
}

/** The employment that counts among the records that a user has or had: the first that goes on. */
function employmentIn(userId: ObjectId, rows: readonly EmployeeRecord[]): Employment {
  const ownRows = rows.filter((row) => row.userId?.equals(userId));
  const row = ownRows.find(isPresent) ?? ownRows[0] ?? { _id: userId, companyId: rows[0]!.companyId, userId };
  const id = toHex(userId);
  const choices = [
    row.madeBy?.fields?.active,
    ...ownRows
      .filter((otherRow) => otherRow !== row)
      .flatMap(({ madeBy }) => [madeBy?.fields?.active, madeBy?.fields?.userId]),
    ...rows.flatMap(({ madeBy }) => madeBy?.partings?.filter(({ from }) => from === id) ?? []),
  ].filter((change) => change !== undefined);
  return choices.length === 0 ? row : { ...row, choices };
}

/** People of a company, as the modules that own them keep them. */
export interface DirectoryRepository {
  userName(companyId: Id, userId: Id): Promise<string | undefined>;
  /** The users of the employees to whom the users' own employees report, by user; at most two commands. */
  managersOf(companyId: Id, userIds: readonly Id[]): Promise<ReadonlyMap<Id, OrganisationPlace>>;
  /**
   * The users' places in the organisation, and those of the managers above them; one command and one a level, and one more a
   * level where somebody has left.
   */
  placesAbove(
    companyId: Id,
    userIds: readonly Id[],
    levels: number,
  ): Promise<ReadonlyMap<Id, OrganisationPlace>>;
  /** The departments of users, by user; one command. */
  departmentsOf(companyId: Id, userIds: readonly Id[]): Promise<ReadonlyMap<Id, OrganisationPlace>>;
  /** The users who head departments, by department, without those that were closed, and who made them so; one command. */
  headsOf(companyId: Id, departmentIds: readonly Id[]): Promise<Pick<Organisation, "heads" | "headChanges">>;
  /** By their ids; at most one command. */
  employeesAmong(companyId: Id, employeeIds: readonly Id[]): Promise<Map<Id, Employee>>;
  /** Every employment of users; at most one command. */
  employmentsAmong(companyId: Id, userIds: readonly Id[]): Promise<Employee[]>;
  /** Without those that were closed; at most one command. */
  departmentsAmong(companyId: Id, departmentIds: readonly Id[]): Promise<Map<Id, Department>>;
}

/** For the employee of a user, whom commands look up for managers and departments. */
export const PEOPLE_INDEXES: readonly IndexPlan[] = [
  {
    collection: "employees",
    indexes: [
      { key: { companyId: 1, userId: 1 } },
      {
        key: { companyId: 1, "madeBy.partings.from": 1 },
        partialFilterExpression: { "madeBy.partings.from": { $exists: true } },
      },
    ],
  },
];

const isPresent = ({ active }: Pick<EmployeeRecord, "active">): boolean => active !== false;

const byId = <R extends { _id: Id }>(rows: readonly R[]) => new Map(rows.map((row) => [row._id, row]));

export function createDirectoryRepository({ db, session }: Scope): DirectoryRepository {
  const findAmong = async <D extends { _id: ObjectId; companyId: ObjectId }>(
    name: string,
    companyId: Id,
    ids: readonly Id[],
    field = "_id",
  ) => {
    if (ids.length === 0) return [];
    const among = { companyId: toObjectId(companyId), [field]: { $in: ids.map((id) => toObjectId(id)) } };
    const documents = await db.collection(name).find(among, { session }).toArray();
    return documents.map((document) => {
      // The owning modules may keep an unset field as null.
      const present = Object.entries(document).filter(([, value]) => value !== null);
      return toRecord(Object.fromEntries(present) as unknown as D);
    });
  };
  const employees = db.collection<EmployeeRecord>("employees");
  /** The employments of users, one of each: somebody who came back has an earlier one too. */
  const employeesOf = async (companyId: Id, userIds: readonly Id[]): Promise<Employment[]> => {
    const ofUsers = [
      { userId: { $in: userIds.map((id) => toObjectId(id)) } },
      { "madeBy.partings.from": { $in: [...userIds] } },
    ];
    const employeeRows = await employees
      .find({ companyId: toObjectId(companyId), $or: ofUsers }, { session })
      .toArray();
    return [...new Set(userIds)].flatMap((id) => {
      const userId = toObjectId(id);
      const rows = employeeRows.filter(
        (row) => row.userId?.equals(userId) || row.madeBy?.partings?.some(({ from }) => from === id),
      );
      return rows.length === 0 ? [] : [employmentIn(userId, rows)];
    });
  };
  const employmentRows = async (companyId: Id, ids: readonly ObjectId[]): Promise<Map<Id, Employment>> => {
    if (ids.length === 0) return new Map();
    const among = { companyId: toObjectId(companyId), _id: { $in: [...ids] } };
    const employeeRows = await employees.find(among, { session }).toArray();
    return new Map(employeeRows.map((row) => [toHex(row._id), row]));
  };
  /** The employees to whom others report, by their ids; of those who left, the ones that their users have by now. */
  const presentAmong = async (companyId: Id, ids: readonly ObjectId[]): Promise<Map<Id, Employment>> => {
    const rowOf = await employmentRows(companyId, ids);
    const userOf = new Map(
      [...rowOf].flatMap(([id, row]) => (isPresent(row) || !row.userId ? [] : [[id, toHex(row.userId)]])),
    );
    if (userOf.size === 0) return rowOf;
    const presentRows = await employeesOf(companyId, [...userOf.values()]);
    const presentOf = new Map(presentRows.map((row) => [row.userId ? toHex(row.userId) : "", row]));
    for (const [id, userId] of userOf) {
      const row = presentOf.get(userId);
      if (row === undefined) rowOf.delete(id);
      else rowOf.set(id, row);
    }
    return rowOf;
  };
  return {
    managersOf: async (companyId, userIds) => {
      const employeeRows = await employeesOf(companyId, userIds);
      const reportingTo = employeeRows.flatMap((row) => row.reportingTo ?? []);
      const rowOf = await employmentRows(companyId, reportingTo);
      const managers = new Map<Id, OrganisationPlace>();
      for (const row of employeeRows) {
        const place = managerIn(row, row.reportingTo && rowOf.get(toHex(row.reportingTo)));
        if (row.userId) managers.set(toHex(row.userId), place);
      }
      return managers;
    },
    placesAbove: async (companyId, userIds, levels) => {
      const places = new Map<Id, OrganisationPlace>();
      let rows = await employeesOf(companyId, userIds);
      for (let level = 0; rows.length > 0; level += 1) {
        const reportingTo = level < levels ? rows.flatMap((row) => row.reportingTo ?? []) : [];
        const aboveRows = await presentAmong(companyId, reportingTo);
        for (const row of rows) {
          const above = row.reportingTo && aboveRows.get(toHex(row.reportingTo));
          if (row.userId) places.set(toHex(row.userId), { ...managerIn(row, above), ...departmentIn(row) });
        }
        const next = new Map(
          [...aboveRows.values()].map((row) => [row.userId ? toHex(row.userId) : "", row]),
        );
        rows = [...next].filter(([userId]) => userId !== "" && !places.has(userId)).map(([, row]) => row);
      }
      return places;
    },
    departmentsOf: async (companyId, userIds) => {
      const employeeRows = await employeesOf(companyId, userIds);
      return new Map(
        employeeRows.flatMap((row) =>
          row.userId && row.departmentId ? [[toHex(row.userId), departmentIn(row)]] : [],
        ),
      );
    },
    headsOf: async (companyId, departmentIds) => {
      const departmentRows = await db
        .collection<DepartmentRecord>("departments")
        .find(
          { companyId: toObjectId(companyId), _id: { $in: departmentIds.map((id) => toObjectId(id)) } },
          { session, projection: { hodId: 1, active: 1, madeBy: 1 } },
        )
        .toArray();
      const open = departmentRows.filter(isPresent);
      return {
        heads: new Map(open.flatMap(({ _id, hodId }) => (hodId ? [[toHex(_id), toHex(hodId)]] : []))),
        headChanges: new Map(departmentRows.map((row) => [toHex(row._id), headChangesOf(row)])),
      };
    },
    userName: async (companyId, userId) =>
      (await findAmong<UserRecord>("users", companyId, [userId]))[0]?.name,
    employeesAmong: async (companyId, ids) =>
      byId(await findAmong<EmployeeRecord>("employees", companyId, ids)),
    employmentsAmong: async (companyId, userIds) =>
      findAmong<EmployeeRecord>("employees", companyId, userIds, "userId"),
    departmentsAmong: async (companyId, ids) =>
      byId((await findAmong<DepartmentRecord>("departments", companyId, ids)).filter(isPresent)),
  };
}
