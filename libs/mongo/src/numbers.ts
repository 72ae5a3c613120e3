import type { OpenScope } from "./scope.ts";

/** Numbers of records within their company. */
export interface Numbers {
  /**
   * The next `count` numbers of a company's series, ascending; none is ever given twice.
   *
   * @param count at least 1; default 1
   */
  next(companyId: string, series: string, count?: number): Promise<number[]>;
}

/**
 * Inside a transaction no number is lost with an abort, but the company's transactions of that series follow each
 * other. On the store itself nobody waits, but an attempt that fails leaves a gap.
 */
export declare function createNumbers(scope: OpenScope): Numbers;
