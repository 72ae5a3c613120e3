import * as fc from "fast-check";
import { expect, it } from "vitest";

import { FACTS, drawnCondition, drawnInput } from "../test/drawn-conditions.ts";
import { oracle } from "../test/oracle.ts";
import { createConditions } from "./index.ts";

const TOO_LARGE = ["condition.tooLong", "condition.tooDeep", "condition.tooManyNodes"];

it("conditions say of documents what @bufbuild/cel says of them, errors included [ROUTE-3]", () => {
  const conditions = createConditions();
  const outcomes = new Set<unknown>();
  fc.assert(
    fc.property(drawnCondition, drawnInput, (when, input) => {
      const fault = conditions.faultOf(when, FACTS);
      if (fault) {
        expect(TOO_LARGE).toContain(fault.code);
        return;
      }
      const { outcome } = conditions.evaluate(when, FACTS, input);
      outcomes.add(outcome);
      expect(outcome).toBe(oracle(when, input));
    }),
    { numRuns: 3000 },
  );
  expect(outcomes).toEqual(new Set([true, false, "ERROR"]));
});
