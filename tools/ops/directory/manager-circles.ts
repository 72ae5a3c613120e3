import type { RecordChange } from "@countersign/directory";
import { shownOnOneLine } from "@countersign/domain/text";
import { type Store, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

/** Characters of a circle that are shown. */
const MAX_SHOWN = 300;

interface Employee {
  companyId: string;
  _id: string;
  /** The row that the file last had of it. */
  place: string;
}

/**
 * Finds employees who report to each other in a circle, so that nobody is above them: the file is imported, and the operator
 * hears of it. Employees that the file leaves out count as the store has them.
 */
export function createManagerCircles({ db }: Pick<Store, "db">) {
  const employees = new Map<string, Employee>();
  /** The employees above, by those below; null: nobody. */
  const above = new Map<string, string | null>();

  async function managerOf(companyId: string, _id: string): Promise<string | undefined> {
    let manager = above.get(_id);
    if (manager === undefined) {
      const ownRow = { _id: toObjectId(_id), companyId: toObjectId(companyId) };
      const employee = await db.collection<{ reportingTo?: ObjectId | null }>("employees").findOne(ownRow);
      manager = employee?.reportingTo?.toHexString() ?? null;
      above.set(_id, manager);
    }
    return manager ?? undefined;
  }

  return {
    /** Notes a row that is or would be written. */
    note({ type, companyId, _id, change }: RecordChange, place: string): void {
      if (type !== "employee") return;
      employees.set(_id, { companyId, _id, place });
      if (change.reportingTo !== undefined) above.set(_id, change.reportingTo);
    },
    /** A line for each circle that has an employee of the file. */
    async lines(): Promise<string[]> {
      const judgedIds = new Set<string>();
      const lines: string[] = [];
      for (const { companyId, _id } of employees.values()) {
        const way: string[] = [];
        let next: string | undefined = _id;
        while (next !== undefined && !judgedIds.has(next)) {
          judgedIds.add(next);
          way.push(next);
          next = await managerOf(companyId, next);
        }
        const circle = next === undefined ? [] : way.slice(way.indexOf(next));
        if (next === undefined || !way.includes(next)) continue;
        const place = circle
          .map((id) => employees.get(id)?.place)
          .find((possiblePlace) => possiblePlace !== undefined);
        const shownCircle = shownOnOneLine([...circle, next].join(" → "), MAX_SHOWN);
        lines.push(`${place ?? "the store"}: managers in a circle: ${shownCircle}`);
      }
      return lines;
    },
  };
}
