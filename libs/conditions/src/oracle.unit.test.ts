import * as fc from "fast-check";
import { expect, it } from "vitest";

import { FACTS, drawnCondition, drawnInput } from "../test/drawn-conditions.ts";
import { oracle } from "../test/oracle.ts";
import { createConditions } from "./index.ts";

/** Faults of size, and those of texts that are never alike, of which the oracle knows nothing. */
const EXPECTED = /^condition\.(?:tooLong|tooDeep|tooManyNodes|form\.\w+)$/u;

it("conditions say of documents what @bufbuild/cel says of them, errors included [ROUTE-3]", () => {
  const conditions = createConditions();
  const outcomes = new Set<unknown>();
  fc.assert(
    fc.property(drawnCondition, drawnInput, (when, input) => {
      const fault = conditions.faultOf(when, FACTS);
      if (fault) {
        expect(fault.code).toMatch(EXPECTED);
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
