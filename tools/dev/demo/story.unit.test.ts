import { describe, expect, it } from "vitest";
import { expectedLeave } from "./run-leave.ts";
import { differencesOf } from "./story.ts";

const expected = expectedLeave("LV-000001");

describe("the demo's comparison with the specification", () => {
  it("finds nothing in the story as specified", () => {
    expect(differencesOf(expectedLeave("LV-000001"), expected)).toEqual([]);
  });

  it.each([
    [
      "a message",
      { timeline: expected.timeline.with(3, { ...expected.timeline[3]!, message: "rejected" }) },
      "event 4",
    ],
    ["what approvers read", { document: "Leave, 3 days" }, 'document 1 is "Leave, 3 days"'],
    ["a missing event", { timeline: expected.timeline.slice(0, -1) }, "event 10 is missing"],
    ["an event too many", { timeline: [...expected.timeline, expected.timeline[0]!] }, "event 11"],
    [
      "a task's state",
      { tasks: expected.tasks.with(1, { ...expected.tasks[1]!, archived: false }) },
      "task 2",
    ],
    ["a live notification", { live: expected.live.toReversed() }, "live notification 1"],
    [
      "the owner's record",
      { facts: { "The HR record says": "PENDING" } },
      "The HR record says: PENDING, not APPROVED",
    ],
    ["an unexpected answer", { facts: { ...expected.facts, more: "yes" } }, "more: yes, not anything"],
    ["a missing answer", { facts: {} }, "The HR record says: nothing, not APPROVED"],
  ])("finds %s that differs", (_, change, difference) => {
    expect(differencesOf({ ...expected, ...change }, expected).join("\n")).toContain(difference);
  });

  it("ignores the order of recipients", () => {
    const rejected = expected.timeline[3]!;
    const timeline = expected.timeline.with(3, { ...rejected, notified: rejected.notified.toReversed() });
    expect(differencesOf({ ...expected, timeline }, expected)).toEqual([]);
  });
});
