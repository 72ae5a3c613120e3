import type { Conditions } from "@countersign/domain/routing";

import { unmirroredAmounts } from "./amount-signs.ts";
import { evaluateCondition } from "./evaluate-condition.ts";
import { readCondition } from "./read-condition.ts";

/**
 * The conditions of stages (contract-3, ROUTE-3). It holds no state: one serves a process.
 *
 * @param kinds - those that documents may have; absent: any
 */
export function createConditions(kinds?: Iterable<string>): Conditions {
  const knownKinds = kinds && new Set(kinds);
  return {
    faultOf(when, facts) {
      const read = readCondition(when, facts, knownKinds);
      return "fault" in read ? read.fault : undefined;
    },

    amountsAbove(when, facts) {
      const read = readCondition(when, facts, knownKinds);
      return "fault" in read ? [] : unmirroredAmounts(read.ast);
    },

    evaluate(when, facts, input) {
      const read = readCondition(when, facts, knownKinds);
      if ("fault" in read) return { outcome: "ERROR", error: read.fault, values: {} };
      return evaluateCondition(read, facts, input);
    },
  };
}
