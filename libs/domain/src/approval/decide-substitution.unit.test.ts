import { describe, expect, it } from "vitest";

import {
  active,
  amend,
  approvedBy,
  context,
  dynamicRun,
  linesOf,
  stage,
  stateOf,
  submission,
} from "../../test/approval-runs.ts";
import { decidableSeat } from "./actionable.ts";
import { activeSubstitutes, grantsFor } from "./authority.ts";
import type { DecisionContext, VerdictCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import { notificationsOf } from "./notifications.ts";
import type { Person } from "./people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { revisionOf } from "./revision.ts";
import { EMPTY_RUN, standingRun } from "./run.ts";
import { type Substitution, grantsAt } from "./substitution.ts";
import type { Run } from "./types.ts";

const NOW_MS = context().nowMs;
const HOUR_MS = 3_600_000;

const names: Record<string, Person> = Object.fromEntries(
  ["Ann", "Bob", "Cid", "Zoe", "Eve", "Nora"].map((name) => [name.toLowerCase(), { name }]),
);

/** `zoe` may decide for `ann` now. */
const standsIn = (
  substituteId: string,
  principalId: string,
  extra: Partial<Substitution> = {},
): Substitution => ({
  id: `${substituteId}-for-${principalId}`,
  principalId,
  substituteId,
  kinds: [],
  fromMs: NOW_MS - HOUR_MS,
  untilMs: NOW_MS + HOUR_MS,
  ...extra,
});
const away = (substitutions: Substitution[], overrides: Partial<DecisionContext> = {}) =>
  context({ substitutions, people: new Map(Object.entries(names)), ...overrides });
const zoeForAnn = away([standsIn("zoe", "ann")]);

const board = stage(1, "Board", ["ann", "bob"], "ALL");
const hr = stage(2, "HR", ["cid"]);

const verdict = (
  run: Run,
  approverId: string,
  given: DecisionContext,
  extra: Partial<VerdictCommand> & { type?: "approve" | "reject" } = {},
) => {
  const command = { taskId: active(run).id, approverId, actorName: names[approverId]?.name, ...extra };
  return decide(
    extra.type === "reject" ? { ...command, type: "reject" } : { ...command, type: "approve" },
    run,
    given,
  );
};

describe("a substitute", () => {
  it("decides on the principal's seat, and the history names both [PPL-1] [PPL-3]", () => {
    const { run, events } = verdict(dynamicRun(board, hr), "zoe", zoeForAnn, { remark: "fine" });
    expect(stateOf(run)[0]).toBe("1 Board AWAITING_APPROVAL: ann APPROVED, bob AWAITING_APPROVAL");
    expect(run.approvals[0]).toMatchObject({ approverId: "ann", decidedBy: "zoe", remark: "fine" });
    expect(linesOf(events)).toEqual(["APPROVED by zoe to eve, ann"]);
    expect(events[0]?.metadata).toMatchObject({ principalId: "ann", principalName: "Ann" });
    expect(events[0] && notificationsOf(events[0], "eve").map(({ message }) => message)).toEqual([
      "LV-1 was approved by Zoe for Ann",
      "LV-1 was approved by Zoe for Ann",
    ]);
  });

  it("rejects on it likewise [PPL-3]", () => {
    const { run, events } = verdict(dynamicRun(board, hr), "zoe", zoeForAnn, {
      type: "reject",
      remark: "no",
    });
    expect(run.approvals[0]).toMatchObject({ approverId: "ann", decidedBy: "zoe", status: "REJECTED" });
    expect(events.flatMap((event) => notificationsOf(event, "eve")).map(({ message }) => message)).toEqual([
      "LV-1 was rejected by Zoe for Ann: no",
      "LV-1 was rejected by Zoe for Ann: no",
    ]);
  });

  it.each<[string, Substitution[], number]>([
    ["before it begins", [standsIn("zoe", "ann", { fromMs: NOW_MS + 1 })], 0],
    ["at its end", [standsIn("zoe", "ann", { untilMs: NOW_MS })], 0],
    ["after it was revoked", [standsIn("zoe", "ann", { revokedAtMs: NOW_MS - 1 })], 0],
    ["for documents of another kind", [standsIn("zoe", "ann", { kinds: ["Claim"] })], 0],
    ["for documents of its kind", [standsIn("zoe", "ann", { kinds: ["Claim", "Leave"] })], 1],
    ["in its last millisecond", [standsIn("zoe", "ann", { untilMs: NOW_MS + 1 })], 1],
  ])("%s [PPL-1]", (_when, substitutions, allowed) => {
    const attempt = () => verdict(dynamicRun(board, hr), "zoe", away(substitutions));
    if (allowed) expect(attempt).not.toThrow();
    else expect(attempt).toThrow("Approval not found or cannot be updated");
  });

  it("of a substitute decides from a depth of two, not before [PPL-2]", () => {
    const chain = [standsIn("yan", "ann"), standsIn("zoe", "yan")];
    const attempt = (substitutionDepth: number) => () =>
      verdict(dynamicRun(board), "zoe", away(chain, { rules: { ...DEFAULT_RULES, substitutionDepth } }));
    expect(attempt(1)).toThrow("Approval not found or cannot be updated");
    expect(attempt(2)().run.approvals[0]).toMatchObject({ approverId: "ann", decidedBy: "zoe" });
  });

  it.each([
    ["submitted the document", "eve", "FORBIDDEN", "A substitute who submitted the document may not decide"],
    [
      "is the person it is about",
      "nora",
      "FORBIDDEN",
      "A substitute who is the person it is about may not decide",
    ],
  ])("who %s is refused with the reason [PPL-2]", (_why, userId, code, message) => {
    const { run } = decide(
      submission({ dynamicStages: [board], beneficiaryId: "nora" }),
      EMPTY_RUN,
      context(),
    );
    const given = away([standsIn(userId, "ann")]);
    expect(() => verdict(run, userId, given)).toThrow(expect.objectContaining({ code, message }));
    expect(
      decidableSeat(active(run), run.approvals, userId, grantsFor(active(run), run.approvals, given)),
    ).toBeUndefined();
  });

  it("who has a seat on the task decides on that, never on another's [PPL-2]", () => {
    const run = dynamicRun(board, hr);
    const given = away([standsIn("bob", "ann")]);
    expect(stateOf(verdict(run, "bob", given).run)[0]).toBe(
      "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob APPROVED",
    );
    expect(() => verdict(run, "bob", given, { principalId: "ann" })).toThrow(
      "A substitute who has a seat on the task may not decide for others",
    );
    expect(() => verdict(verdict(run, "bob", given).run, "bob", given)).toThrow(
      "Approval not found or cannot be updated",
    );
  });

  it.each([
    ["has decided another stage", "zoe"],
    ["stands in for somebody who has", "yan"],
  ])("who %s is refused with the duty that forbids it [PPL-2] [PPL-6]", (_why, userId) => {
    const before = dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "Head", ["ann", "bob"]));
    const substitutions = [standsIn("zoe", "ann"), standsIn("zoe", "bob"), standsIn("yan", "ann")];
    const { run } = verdict(before, "zoe", away(substitutions));
    const strict = away(substitutions, { rules: { ...DEFAULT_RULES, onePersonOneStage: true } });
    expect(() => verdict(run, userId, strict)).toThrow(
      expect.objectContaining({ code: "FORBIDDEN", message: "Separation of duties: onePersonOneStage" }),
    );
  });

  describe("who is barred from the stage", () => {
    const chain = [standsIn("yan", "ann"), standsIn("zoe", "yan")];
    const withRules = (rules: Partial<ApprovalRules>, substitutions = chain) =>
      away(substitutions, { rules: { ...DEFAULT_RULES, substitutionDepth: 2, ...rules } });
    const manager = stage(1, "Manager", ["ann"]);
    const ofYan = decide(submission({ dynamicStages: [manager], submitterId: "yan" }), EMPTY_RUN, context());
    const aboutYan = decide(
      submission({ dynamicStages: [manager], beneficiaryId: "yan" }),
      EMPTY_RUN,
      context(),
    );
    const earlier = approvedBy(dynamicRun(stage(1, "Clerk", ["yan"]), stage(2, "Manager", ["ann"])), "yan");

    it.each<[string, Run, Partial<ApprovalRules>, string]>([
      ["its submitter", ofYan.run, {}, "Approval not found or cannot be updated"],
      ["the person it is about", aboutYan.run, {}, "Approval not found or cannot be updated"],
      [
        "an editor",
        { ...dynamicRun(manager), document: { revision: 1, editorIds: ["yan"] } },
        {},
        "Separation of duties: editorIds",
      ],
      [
        "whose agent submitted it",
        { ...dynamicRun(manager), agentPrincipalIds: ["yan"] },
        {},
        "Separation of duties: agent",
      ],
      ["an earlier decider", earlier, { onePersonOneStage: true }, "Separation of duties: onePersonOneStage"],
    ])("names nobody to decide in their place: %s [SAFE-12]", (_who, run, rules, message) => {
      const given = withRules(rules);
      expect(() => verdict(run, "zoe", given)).toThrow(message);
      const judge = { run: standingRun(run), rules: given.rules };
      const grants = grantsFor(active(run), run.approvals, given);
      expect(decidableSeat(active(run), run.approvals, "zoe", grants, judge)).toBeUndefined();
      const everybodys = grantsAt(chain, { nowMs: NOW_MS, depth: 2, people: given.people });
      expect(decidableSeat(active(run), run.approvals, "zoe", everybodys, judge)).toBeUndefined();
      expect(activeSubstitutes(active(run), run, ["ann"], given)).toEqual(new Map());
    });

    const made = (createdById?: string) => [standsIn("zoe", "ann", createdById ? { createdById } : {})];
    const ofXia = decide(
      submission({ dynamicStages: [manager], submitterId: "xia" }),
      EMPTY_RUN,
      context(),
    ).run;
    const aboutXia = decide(
      submission({ dynamicStages: [manager], beneficiaryId: "xia" }),
      EMPTY_RUN,
      context(),
    ).run;
    const xiaFirst = approvedBy(dynamicRun(stage(1, "Clerk", ["xia"]), stage(2, "Manager", ["ann"])), "xia");

    it.each<[string, Run, Partial<ApprovalRules>]>([
      ["its submitter", ofXia, { submitterNeverDecides: true }],
      ["its submitter, whom no setting bars", ofXia, {}],
      ["the person it is about", aboutXia, {}],
      ["an editor", { ...dynamicRun(manager), document: { revision: 1, editorIds: ["xia"] } }, {}],
      ["whose agent submitted it", { ...dynamicRun(manager), agentPrincipalIds: ["xia"] }, {}],
      ["an earlier decider", xiaFirst, { onePersonOneStage: true }],
    ])("makes nobody the approver's substitute for it: %s [SAFE-12]", (_who, run, rules) => {
      const decides = (substitutions: Substitution[]) => {
        const given = withRules(rules, substitutions);
        const judge = { run: standingRun(run), rules: given.rules };
        const grants = grantsAt(substitutions, { nowMs: NOW_MS, depth: 2, people: given.people });
        const shown = decidableSeat(active(run), run.approvals, "zoe", grants, judge) !== undefined;
        expect(activeSubstitutes(active(run), run, ["ann"], given).has("zoe")).toBe(shown);
        if (shown) verdict(run, "zoe", given);
        else
          expect(() => verdict(run, "zoe", given)).toThrow(/^(?:Approval not found|Separation of duties)/u);
        return shown;
      };
      expect(decides(made("xia"))).toBe(false);
      // The same created by the approver, by a colleague whom nothing bars, by nobody known, and twice.
      expect([made("ann"), made("bob"), made(), [...made("xia"), ...made("ann")]].map(decides)).toEqual(
        Array.from({ length: 4 }, () => true),
      );
      const behind = [standsIn("yan", "ann"), standsIn("zoe", "yan", { createdById: "xia" })];
      expect(decides(behind)).toBe(false);
    });

    it("keeps nobody from deciding whom another substitute names [SAFE-12]", () => {
      const given = withRules({}, [...chain, standsIn("xia", "ann"), standsIn("zoe", "xia")]);
      const run = { ...dynamicRun(manager), document: { revision: 1, editorIds: ["yan"] } };
      expect(verdict(run, "zoe", given).run.approvals[0]).toMatchObject({ decidedBy: "zoe" });
    });
  });

  it("of two principals has one vote, and the stage waits [PPL-3]", () => {
    const given = away([standsIn("zoe", "ann"), standsIn("zoe", "bob")]);
    const { run } = verdict(dynamicRun(board, hr), "zoe", given);
    expect(stateOf(run)[0]).toBe("1 Board AWAITING_APPROVAL: ann APPROVED, bob AWAITING_APPROVAL");
    expect(
      decidableSeat(active(run), run.approvals, "zoe", grantsFor(active(run), run.approvals, given)),
    ).toBeUndefined();
    expect(() => verdict(run, "zoe", given)).toThrow(
      expect.objectContaining({ code: "CONFLICT", message: "One person has one vote on a task" }),
    );
    expect(active(approvedBy(run, "bob")).stageName).toBe("HR");
  });

  it("may name the principal of several [PPL-3]", () => {
    const given = away([standsIn("zoe", "ann"), standsIn("zoe", "bob")]);
    const { run } = verdict(dynamicRun(board, hr), "zoe", given, { principalId: "bob" });
    expect(stateOf(run)[0]).toBe("1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob APPROVED");
    expect(() => verdict(dynamicRun(board), "zoe", zoeForAnn, { principalId: "bob" })).toThrow(
      "Approval not found or cannot be updated",
    );
  });

  it.each([
    ["principal", "zoe", "ann", "Already decided by Zoe"],
    ["substitute", "ann", "zoe", "Already decided by Ann"],
  ])("and principal decide once: the %s comes too late [PPL-3]", (_late, first, second, message) => {
    for (const stages of [[board], [stage(1, "Manager", ["ann"]), hr]]) {
      const before = dynamicRun(...stages);
      const { run } = verdict(before, first, zoeForAnn);
      expect(() => verdict(run, second, zoeForAnn, { taskId: active(before).id })).toThrow(
        expect.objectContaining({ code: "CONFLICT", message }),
      );
    }
  });

  it("is notified like the principal that the stage asks, and for whom [PPL-3]", () => {
    const given = away([standsIn("zoe", "cid"), standsIn("eve", "cid")]);
    const { events } = verdict(approvedBy(dynamicRun(board, hr), "ann"), "bob", given);
    expect(linesOf(events)).toEqual(["APPROVED by bob to eve", "STAGE_ADVANCED by bob to cid, zoe"]);
    expect(events[1] && notificationsOf(events[1], "eve").map(({ message }) => message)).toEqual([
      "LV-1 reached HR — awaiting your approval",
      "LV-1 reached HR — awaiting your approval (for Cid)",
    ]);
  });

  it("cannot decide after a return when the window has ended [PPL-1]", () => {
    const judged = verdict(dynamicRun(stage(1, "Manager", ["ann"]), hr), "zoe", zoeForAnn).run;
    const later = away([standsIn("zoe", "ann")], { nowMs: NOW_MS + HOUR_MS });
    const returned = verdict(judged, "cid", later, { type: "reject" });
    expect(returned.events[0]?.targetIds).toEqual(["eve", "ann"]);
    expect(returned.run.approvals[0]).not.toHaveProperty("decidedBy");
    expect(() => verdict(returned.run, "zoe", later)).toThrow("Approval not found or cannot be updated");
    expect(active(verdict(returned.run, "ann", later).run).stageName).toBe("HR");
  });
});

describe("the revision that a verdict judges", () => {
  it("counts the document's changes and the stage's returns, not the verdicts of others [CTRL-2]", () => {
    const run = dynamicRun(board, hr);
    expect(revisionOf(active(run), run)).toBe("0.1");
    expect(revisionOf(active(approvedBy(run, "ann")), run)).toBe("0.1");
    const returned = verdict(approvedBy(run, "ann", "bob"), "cid", context(), { type: "reject" }).run;
    expect(revisionOf(active(returned), returned)).toBe("0.2");
    const documented = { ...run, document: { revision: 1 } };
    const amended = amend(approvedBy(documented, "ann"), "ASK_AGAIN").run;
    expect(revisionOf(active(amended), amended)).toBe("2.2");
    const kept = amend(documented, "KEEP_VERDICTS").run;
    expect(revisionOf(active(kept), kept)).toBe("2.1");
  });

  it("is kept with it [CTRL-2]", () => {
    const { run } = verdict({ ...dynamicRun(board), document: { revision: 3 } }, "ann", context());
    expect(run.approvals[0]?.revision).toBe("3.1");
  });

  it("refuses the verdict when it is another than the expected one [CTRL-2]", () => {
    const run = { ...dynamicRun(board), document: { revision: 3 } };
    expect(() => verdict(run, "ann", context(), { expectedRevision: "2.1" })).toThrow(
      expect.objectContaining({
        code: "REVISION_CHANGED",
        message: "The document or its stage has changed",
        field: "expectedRevision",
      }),
    );
    expect(() => verdict(run, "ann", context(), { expectedRevision: "3.1" })).not.toThrow();
  });
});
