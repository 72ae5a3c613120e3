import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";
import type { Person } from "./steps.ts";

/** The company of a history, whose ids stand in its steps. */
export interface Company {
  companyId: string;
  people: readonly Person[];
  admin: Person;
  /** The documents that steps are about. */
  refIdsIn(steps: readonly unknown[]): string[];
  nameOf(userId: string): string;
  /** Whether an id is the history's own, not made by a platform. */
  isGiven(id: string): boolean;
  /** Writes the people as the modules do that own them: each reports to the next. */
  hire(db: Db): Promise<void>;
}

const PEOPLE = ["Ada", "Ben", "Cem", "Dora", "Emil", "Fay"] as const;
/** Before those of the clock, so that none is made by a platform. */
const GIVEN = "0a";
const ID_LENGTH = 24;
const DOCUMENT_ID = /0add[0-9a-f]{20}/gu;

/** @param number - of the history: each has a company of its own */
export function companyOf(number: number): Company {
  const idOf = (kind: string, at: number) =>
    `${GIVEN}${kind}${number.toString(16).padStart(8, "0")}${at.toString(16).padStart(12, "0")}`;
  const companyId = idOf("cc", 0);
  const people = PEOPLE.map((_, at): Person => ({ userId: idOf("aa", at) }));
  const admin: Person = { userId: idOf("ad", 0), privileged: true };
  const employeeIdOf = (at: number) => idOf("ee", at);
  return {
    companyId,
    people,
    admin,
    refIdsIn: (steps) => [...new Set(JSON.stringify(steps).match(DOCUMENT_ID))],
    nameOf: (userId) => PEOPLE[people.findIndex((person) => person.userId === userId)] ?? "the admin",
    isGiven: (id) => id.length === ID_LENGTH && id.startsWith(GIVEN),
    hire: async (db) => {
      const company = toObjectId(companyId);
      await db.collection("users").insertMany(
        [...people, admin].map(({ userId }, at) => {
          const name = PEOPLE[at] ?? "Admin";
          return {
            _id: toObjectId(userId),
            companyId: company,
            name,
            email: `${name.toLowerCase()}@company.test`,
          };
        }),
      );
      const employees = people.map(({ userId }, at) => {
        const above = people[at + 1] && toObjectId(employeeIdOf(at + 1));
        const hrId = toObjectId(employeeIdOf(people.length - 1));
        return {
          _id: toObjectId(employeeIdOf(at)),
          companyId: company,
          userId: toObjectId(userId),
          hrId,
          reportingTo: above,
        };
      });
      await db.collection("employees").insertMany(employees, { ignoreUndefined: true });
    },
  };
}
