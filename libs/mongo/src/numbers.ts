import { isDuplicateKey } from "./errors.ts";
import { type OpenScope, sessionOption } from "./scope.ts";

/** Numbers of records within their company. */
export interface Numbers {
  /**
   * The next `count` numbers of a company's series, ascending; none is ever given twice.
   *
   * @param count at least 1; default 1
   */
  next(companyId: string, series: string, count?: number): Promise<number[]>;
}

/** A row of `numbers`. */
interface NumberRecord {
  _id: { companyId: string; series: string };
  last: number;
}

/**
 * Inside a transaction an abort loses no number, but the company's transactions of that series follow each other. On
 * the store itself nobody waits, but a failed attempt leaves a gap.
 */
export function createNumbers(scope: OpenScope): Numbers {
  const numbers = scope.db.collection<NumberRecord>("numbers");
  const take = async (companyId: string, series: string, count: number): Promise<number> => {
    const record = await numbers.findOneAndUpdate(
      { _id: { companyId, series } },
      { $inc: { last: count } },
      { ...sessionOption(scope), upsert: true, returnDocument: "after" },
    );
    if (record === null) throw new Error("an upsert returned no document");
    return record.last;
  };
  return {
    next: async (companyId, series, count = 1) => {
      if (!Number.isInteger(count) || count < 1) throw new RangeError("count must be a positive integer");
      let last: number;
      try {
        last = await take(companyId, series, count);
      } catch (error) {
        // Outside a transaction two first numbers may collide; one of them has created the record.
        if (scope.session !== undefined || !isDuplicateKey(error)) throw error;
        last = await take(companyId, series, count);
      }
      return Array.from({ length: count }, (_, index) => last - count + 1 + index);
    },
  };
}
