import type { Conditions } from "@countersign/domain/routing";

import { evaluateCondition } from "./evaluate-condition.ts";
import { readCondition } from "./read-condition.ts";

/** The conditions of stages (contract-3, ROUTE-3). It holds no state: one serves a process. */
export function createConditions(): Conditions {
  return {
    faultOf(when, facts) {
      const read = readCondition(when, facts);
      return "fault" in read ? read.fault : undefined;
    },

    evaluate(when, facts, input) {
      const read = readCondition(when, facts);
      if ("fault" in read) return { outcome: "ERROR", error: read.fault, values: {} };
      return evaluateCondition(read, facts, input);
    },
  };
}
