import { describe, expect, it } from "vitest";

import type { Ladder } from "./ladder.ts";
import { LADDER_FIELDS, NO_LADDER, ladderChanges, ladderFieldsIn, ladderIn } from "./ladder-fields.ts";

const whole = {
  calendarId: "office",
  dueIn: { businessDays: 2 },
  remind: [{ businessDays: 1 }],
  escalate: { after: { businessDays: 3 }, to: { userIds: ["ann"] }, mode: "REPLACE", levels: 1 },
  atEnd: "REJECT",
  endAfter: { businessDays: 5 },
} as const satisfies Ladder;

describe("the fields of a ladder", () => {
  it("are kept without what says the same as nothing, so that equal stages are equal [TIME-3]", () => {
    const { levels: _one, ...escalate } = whole.escalate;
    expect(ladderFieldsIn(whole)).toEqual({ ...whole, escalate });
    expect(ladderFieldsIn({ remind: [], atEnd: "NOTHING", dueIn: null })).toEqual({});
    expect(Object.keys(ladderFieldsIn(whole)).toSorted()).toEqual(LADDER_FIELDS.toSorted());
  });

  it("are no ladder where a stage has none of them [TIME-3]", () => {
    expect(ladderIn({})).toEqual({});
    expect(ladderIn({ ...NO_LADDER })).toEqual({});
    expect(ladderIn({ remind: [], atEnd: "NOTHING" })).toEqual({});
    expect(ladderIn({ dueIn: { hours: 1 } })).toEqual({ ladder: { dueIn: { hours: 1 } } });
  });

  it("stay at an update that leaves them out, and go with null, or with what says the same [TIME-3]", () => {
    expect(ladderChanges({})).toEqual({});
    expect(ladderChanges({ dueIn: null, remind: [], atEnd: "NOTHING" })).toEqual({
      dueIn: null,
      remind: null,
      atEnd: null,
    });
    expect(ladderChanges({ endAfter: { hours: 2 } })).toEqual({ endAfter: { hours: 2 } });
  });
});
