import { readFileSync } from "node:fs";
import { join } from "node:path";

import { WORKFLOW_EVENT_TYPES, messageOf } from "@countersign/domain/approval";
import { render, text } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { WORKSPACE_ROOT } from "../../workspace.ts";

const history = readFileSync(join(WORKSPACE_ROOT, "docs/approval-history.md"), "utf8");

/** The rows of the table: event, occasion and text. */
const ROWS = [...history.matchAll(/^\| `(?<event>[A-Z_]+)` +\| (?<when>.*?) +\| (?<text>.*?) +\|/gmu)].map(
  ({ groups }) => groups as { event: (typeof WORKFLOW_EVENT_TYPES)[number]; when: string; text: string },
);

const REMARKED = new Set<string>([
  "REJECTED",
  "OBJECTED",
  "AMENDED",
  "REASSIGNED",
  "APPROVER_ADDED",
  "RECALLED",
  "CHANGES_WANTED",
  "QUESTION_ANSWERED",
]);

describe("the table of the history's texts", () => {
  it("has every event that is emitted", () => {
    expect(new Set(ROWS.map(({ event }) => event))).toEqual(
      new Set(WORKFLOW_EVENT_TYPES.filter((type) => type !== "RESUBMITTED")),
    );
  });

  it("names every ending of a text", () => {
    const endings = [
      text("part.asked", { place: "" }),
      text("part.askedAgain", { place: "" }),
      text("part.inPlaceOf", { name: "Bob" }),
    ];
    for (const ending of endings) expect(history).toContain(`\`${render(ending)}\``);
  });

  it.each(ROWS)(
    "lists the notifications: $event, $when [PPL-3] [PPL-7] [TIME-3]",
    ({ event, when, text: words }) => {
      if (event === "RESUBMITTED") throw new Error("It is never emitted");
      const isTerminal = event === "REJECTED" && !when.includes("returned to");
      const isForAnother = when.includes("substitute") || event === "REASSIGNED";
      const metadata = {
        ref: "LV-000001",
        actorName: "Ann",
        userName: "Zoe",
        ...(!isTerminal && { stageName: "HR" }),
        ...(REMARKED.has(event) && { remark: "too long" }),
        ...(isForAnother && { principalId: "bob", principalName: "Bob" }),
        ...(event === "TIMED_OUT" && {
          mode: when.includes("approved") ? ("APPROVE" as const) : ("REJECT" as const),
        }),
        ...(event === "APPROVER_ADDED" && {
          position: when.includes("after") ? ("AFTER" as const) : ("PARALLEL" as const),
        }),
      };
      expect(messageOf({ event, refId: "leave", actorId: "ann", metadata })).toBe(words);
    },
  );
});
