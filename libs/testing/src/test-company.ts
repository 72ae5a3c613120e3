import { newId, type Store, toObjectId } from "@countersign/mongo";
import type { Document } from "mongodb";

export interface Employment {
  /** User id. Default: a new user. */
  userId?: string;
  departmentId?: string;
  /** Employee id of the manager. */
  reportingTo?: string;
  /** Employee id of the person in HR. */
  hrId?: string;
}

/** A company in the store, and its people and accounts; every builder writes one record and returns its id. */
export interface TestCompany {
  companyId: string;
  user(fields?: { name?: string; email?: string }): Promise<string>;
  employee(fields?: Employment): Promise<{ employeeId: string; userId: string }>;
  /** @param fields.hodId user id of the head */
  department(fields?: { name?: string; hodId?: string }): Promise<string>;
  account(fields?: { name?: string; number?: string; categoryId?: string }): Promise<string>;
  /** Categories belong to no company. */
  accountCategory(type: string): Promise<string>;
}

const idOf = (hex: string | undefined) => (hex === undefined ? undefined : toObjectId(hex));

/** Creates a company for one test, with records like those of the modules that own people and accounts. */
export function testCompany({ db }: Pick<Store, "db">): TestCompany {
  const companyId = newId();
  const company = { companyId: toObjectId(companyId) };
  let counter = 0;
  const next = (): string => String((counter += 1)).padStart(4, "0");

  async function insert(collection: string, fields: Document): Promise<string> {
    const id = newId();
    await db.collection(collection).insertOne({ _id: toObjectId(id), ...fields });
    return id;
  }
  const user: TestCompany["user"] = async (fields = {}) => {
    const name = `User ${next()}`;
    const email = `${name.replace(" ", ".").toLowerCase()}@company.test`;
    return insert("users", { ...company, name, email, ...fields });
  };

  return {
    companyId,
    user,
    employee: async ({ userId, departmentId, reportingTo, hrId } = {}) => {
      const ofUser = userId ?? (await user());
      const employeeId = await insert("employees", {
        ...company,
        userId: toObjectId(ofUser),
        departmentId: idOf(departmentId),
        reportingTo: idOf(reportingTo),
        hrId: idOf(hrId),
      });
      return { employeeId, userId: ofUser };
    },
    department: ({ name = `Department ${next()}`, hodId } = {}) =>
      insert("departments", { ...company, name, hodId: idOf(hodId) }),
    account: ({ categoryId, ...fields } = {}) => {
      const number = next();
      const defaults = { name: `Account ${number}`, number };
      return insert("accounts", { ...company, ...defaults, ...fields, categoryId: idOf(categoryId) });
    },
    accountCategory: (type) => insert("account_categories", { type }),
  };
}
