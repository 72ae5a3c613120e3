import { documentKinds } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });

const KIND = "Contract";
const WEEK = [{ day: "MONDAY" as const, from: "09:00", to: "17:00" }];
const UNTIL_LIMIT = { source: { submitterManager: { untilLimit: true as const } } };

/** A company with a group, its limit, calendars and a policy, and rules that are put in force. */
async function aScene() {
  const company = aCompany();
  const [admin, member] = [company.user({ privileged: true }), company.user()];
  const { _id: groupId } = await engine.groups.create(admin, { name: "Board", memberIds: [member.userId] });
  const limit = { groupId, kind: KIND, currency: "EUR", upTo: "100" };
  const { _id: limitId } = await engine.limits.create(admin, limit);
  const calendar = async (name: string) =>
    (await engine.calendars.create(admin, { name, timeZone: "UTC", week: WEEK }))._id;
  const [own, general] = [await calendar("Own"), await calendar("General")];
  const levels = [{ role: "HR" as const, order: 1, approveBy: "ANY" as const }];
  const { _id: policyId } = await engine.policies.create(admin, { kind: "LEAVE", levels });
  const namedApprovers = { approverIds: [member.userId] };
  const put = async (name: string, stages: object[], fields: object = {}) => {
    const rule = { kind: KIND, name, stages: stages as [], ...fields };
    const { id } = await engine.saveRule(admin, rule);
    return (await engine.publishRule(admin, { id })).id;
  };
  const usesOf = async (id: string) =>
    (await engine.ruleUses(admin, id)).map(({ name, stageKeys }) => [name].concat(stageKeys));
  return { admin, groupId, limitId, own, general, policyId, named: namedApprovers, put, usesOf };
}

describe("ruleUses", () => {
  it("names the rules in force that ask by a group, and its limit's [HIST-2]", async () => {
    const { admin, groupId, limitId, named, put, usesOf } = await aScene();
    await put("Sources", [
      { key: "one", name: "One", ...named },
      { key: "two", name: "Two", approvers: [{ source: { groupId } }] },
    ]);
    const escalate = { after: { hours: 1 }, to: { groupId }, mode: "STAND_IN" };
    await put("Escalates", [{ key: "one", name: "One", ...named, escalate }]);
    await put("Limits", [{ key: "one", name: "One", approvers: [UNTIL_LIMIT] }]);
    await put("Neither", [{ key: "one", name: "One", ...named }]);
    const off = await put("Off", [{ key: "one", name: "One", approvers: [{ source: { groupId } }] }]);
    await engine.switchRule(admin, { id: off, enabled: false });
    const uses = [
      ["Sources", "two"],
      ["Escalates", "one"],
      ["Limits", "one"],
    ];
    expect(await usesOf(groupId)).toEqual(uses);
    expect(await usesOf(limitId)).toEqual([uses[2]]);
  });

  it("names the rules whose time a calendar counts, its own or the company's [HIST-2]", async () => {
    const { admin, own, general, named, put, usesOf } = await aScene();
    await engine.updateApprovalSettings(admin, { calendarId: general });
    const dueIn = { businessDays: 1 };
    await put("Own", [{ key: "one", name: "One", ...named, dueIn, calendarId: own }]);
    await put("General", [
      { key: "one", name: "One", ...named, dueIn },
      { key: "two", name: "Two", ...named },
    ]);
    expect(await usesOf(own)).toEqual([["Own", "one"]]);
    expect(await usesOf(general)).toEqual([["General", "one"]]);
  });

  it("names an HR policy as its own rule, and nothing for what a company does not have [HIST-2]", async () => {
    const { policyId, usesOf } = await aScene();
    expect(await usesOf(policyId)).toEqual([["Leave", "level1"]]);
    expect(await usesOf(newId())).toEqual([]);
    const { groupId } = await aScene();
    expect(await usesOf(groupId)).toEqual([]);
  });
});

describe("ruleDiff", () => {
  it("compares any two versions, with the terms that each had last [HIST-3]", async () => {
    const { admin, named, put } = await aScene();
    const stage = { key: "one", name: "One", ...named };
    const id = await put("A", [stage], { amountAbove: "10" });
    await put("B", [{ ...stage, name: "First" }], { id, amountAbove: "20" });
    await engine.switchRule(admin, { id, enabled: false });
    await put("C", [stage], { id, amountAbove: "20", enabled: true });
    const paths = async (a: number, b: number) =>
      (await engine.ruleDiff(admin, { kind: KIND, ruleId: id, a, b })).map(({ path, before, after }) => [
        path,
        before,
        after,
      ]);
    expect(await paths(1, 2)).toEqual([
      ["amountAbove", "10", "20"],
      ["enabled", true, false],
      ["name", "A", "B"],
      ["stages.one.name", "One", "First"],
    ]);
    expect(await paths(1, 3)).toEqual([
      ["amountAbove", "10", "20"],
      ["name", "A", "C"],
    ]);
    expect(await paths(2, 2)).toEqual([]);
  });

  it("compares the versions of an HR policy [HIST-3]", async () => {
    const { admin, policyId } = await aScene();
    const levels = [{ role: "MANAGER" as const, order: 1, approveBy: "ALL" as const }];
    await engine.policies.update(admin, policyId, { levels });
    const differences = await engine.ruleDiff(admin, { kind: "Leave", ruleId: policyId, a: 1, b: 2 });
    expect(differences.map(({ path }) => path)).toContain("stages.level1.role");
  });

  it.each([
    ["a version that is not there", { a: 1, b: 9 }, "NOT_FOUND", "b"],
    ["another rule", { ruleId: newId(), a: 1, b: 1 }, "NOT_FOUND", "ruleId"],
    ["a kind without rules", { kind: "Nothing", a: 1, b: 1 }, "INVALID_INPUT", "kind"],
    ["version 0", { a: 0, b: 1 }, "INVALID_INPUT", "a"],
  ])("refuses %s [HIST-3]", async (_what, fields, code, field) => {
    const { admin, policyId } = await aScene();
    const answer = engine.ruleDiff(admin, { kind: "Leave", ruleId: policyId, ...fields });
    await expect(answer).rejects.toMatchObject({ code, field });
  });
});
