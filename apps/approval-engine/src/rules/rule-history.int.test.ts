import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const kinds = documentKinds.parse("legal:Contract");
const store = await useTestStore();
const engine = await engineOn(store, { kinds });
const { as } = await useReplica(store, useBus(), { kinds });

const HISTORY = `query ($ruleId: ID!, $locale: String, $before: DateTime, $take: Int) {
  ruleHistory(kind: Contract, ruleId: $ruleId, before: $before, take: $take) {
    at version by { name } text(locale: $locale) differences { path text(locale: $locale) } changeNote { note }
  }
}`;
const DIFF = `query ($ruleId: ID!, $a: Int!, $b: Int!, $locale: String) {
  ruleDiff(kind: Contract, ruleId: $ruleId, a: $a, b: $b) { path text(locale: $locale) }
}`;

const AUDIT = `query ($locale: String) {
  auditLogPage(input: { entity: "approval_rules" }) { data { text(locale: $locale) } }
}`;

interface Audit {
  auditLogPage: { data: { text: string }[] };
}

interface History {
  ruleHistory: {
    at: string;
    version: number | null;
    text: string;
    differences: { path: string; text: string }[];
    changeNote: { note: string } | null;
  }[];
}

/** Two rules; the first one was changed, switched off, moved and switched on again. */
async function aScene() {
  const company = aCompany();
  const [admin, ann, bob] = [company.user({ privileged: true }), company.user(), company.user()];
  const companyId = toObjectId(company.companyId);
  const names = [[admin, "Ada Berg"] as const, [ann, "Ann"] as const, [bob, "Bob"] as const];
  const users = names.map(([{ userId }, name]) => ({ _id: toObjectId(userId), companyId, name }));
  await store.db.collection("users").insertMany(users);
  const group = await engine.groups.create(admin, { name: "Directors", memberIds: [bob.userId] });
  const put = async (fields: object, stages: object[]) => {
    const { id } = await engine.saveRule(admin, { kind: "Contract", stages: stages as never, ...fields });
    return engine.publishRule(admin, { id });
  };
  const first = { key: "first", name: "First", approverIds: [ann.userId] };
  const { id } = await put({ name: "Large", amountAbove: "1000" }, [first]);
  const { id: other } = await put({ name: "Small", amountAbove: "10" }, [first]);
  const changed = {
    ...first,
    approverIds: [bob.userId],
    dueIn: { businessDays: 2 },
    when: "document.amount > 5.0",
  };
  const board = {
    key: "board",
    name: "Board",
    approvers: [{ source: { groupId: group._id } }],
    approveBy: "ALL",
  };
  await put({ id, name: "Large", amountAbove: "2000" }, [changed, board]);
  await engine.switchRule(admin, { id, enabled: false }, { changeNote: { note: "Not now" } });
  await engine.orderRules(admin, { kind: "Contract", order: [other, id] });
  await engine.switchRule(admin, { id, enabled: true });
  const history = async (fields: object = {}, caller = admin) =>
    (await as(caller).get<History>(HISTORY, { ruleId: id, locale: "en", ...fields })).ruleHistory;
  return { company, admin, id, other, history };
}

describe("ruleHistory", () => {
  it("says what became of a rule, newest first, one sentence for one action [HIST-3]", async () => {
    const { other, history } = await aScene();
    const changes = await history();
    expect(changes.map(({ text, version }) => [text, version])).toEqual([
      ["Ada Berg switched on “Large”", null],
      ["Ada Berg switched off “Large”", null],
      ["Ada Berg published version 2 of “Large”", 2],
      ["Ada Berg published version 1 of “Large”", 1],
    ]);
    expect(changes[1]?.changeNote).toEqual({ note: "Not now" });
    const [ofOther] = await history({ ruleId: other });
    expect(ofOther?.text).toBe("Ada Berg put “Small” before “Large”");
    expect(ofOther?.differences.map(({ path }) => path)).toEqual(["order"]);
    const second = changes[2]?.differences.map(({ text }) => text) ?? [];
    expect(second).toEqual(
      expect.arrayContaining([
        "amount above: 2,000 in place of 1,000",
        "Stage “First”, people: Bob in place of Ann",
        "Stage “First”, due after: now 2 working days",
        "Stage “First”, condition: now document.amount > 5.0",
        "Stage “Board” is new: group “Directors”",
      ]),
    );
  });

  it("says of an action what the audit says of it, one sentence in the reader's language [HIST-3]", async () => {
    const { admin, history } = await aScene();
    for (const locale of ["en", "de"]) {
      const { auditLogPage } = await as(admin).get<Audit>(AUDIT, { locale });
      const sentences = auditLogPage.data.map(({ text }) => text);
      const historySentences = (await history({ locale })).map(({ text }) => text);
      expect(sentences).toEqual(expect.arrayContaining(historySentences));
      expect(sentences).toContain(
        locale === "en" ? "Ada Berg put “Small” before “Large”" : "Ada Berg hat „Small“ vor „Large“ gestellt",
      );
      expect(new Set(sentences).size).toBe(sentences.length - 1);
    }
  });

  it("speaks German, and goes on before an instant [HIST-3]", async () => {
    const { history } = await aScene();
    const german = await history({ locale: "de-AT" });
    expect(german.map(({ text }) => text)).toContain("Ada Berg hat Version 2 von „Large“ veröffentlicht");
    expect(german[2]?.differences.map(({ text }) => text)).toContain(
      "Stufe „First“, fällig nach: jetzt 2 Arbeitstage",
    );
    expect(german[2]?.differences.map(({ text }) => text)).toContain("Betrag über: 2.000 statt 1.000");
    const [, second] = await history({ take: 2 });
    const earlier = await history({ before: second?.at });
    expect(earlier.at(-1)?.version).toBe(1);
    expect(earlier.length).toBeLessThan(german.length);
  });

  it("is a policy's too, whose kind and roles are the reader's words [HIST-3]", async () => {
    const { admin } = await aScene();
    const level = { role: "MANAGER", order: 1, approveBy: "ANY" } as const;
    const policy = await engine.policies.create(admin, { kind: "LEAVE", levels: [level] });
    await engine.policies.update(admin, policy._id, {
      levels: [{ ...level, dueIn: { businessDays: 2 } }],
    });
    const kind = "Leave";
    const { ruleHistory } = await as(admin).get<History>(HISTORY.replace("Contract", kind), {
      ruleId: policy._id,
      locale: "de",
    });
    expect(ruleHistory.map(({ text, differences }) => [text, differences.map((one) => one.text)])).toEqual([
      [
        "Ada Berg hat Version 2 von „Urlaub“ veröffentlicht",
        ["Stufe „Führungskraft“, fällig nach: jetzt 2 Arbeitstage"],
      ],
      ["Ada Berg hat Version 1 von „Urlaub“ veröffentlicht", []],
    ]);
    const audit = AUDIT.replace("approval_rules", "hr_approval_policies");
    const { auditLogPage } = await as(admin).get<Audit>(audit, { locale: "en" });
    expect(auditLogPage.data.map(({ text }) => text)).toEqual([
      "Ada Berg changed HR policy “Leave”",
      "Ada Berg created HR policy “Leave”",
    ]);
  });

  it("is for privileged users and auditors, and names what is wrong [HIST-3] [AUD-1]", async () => {
    const { company, admin, history } = await aScene();
    await expect(history({}, company.user())).rejects.toThrow("privileged");
    expect(await history({}, company.user({ isAuditor: true }))).toHaveLength(4);
    await expect(history({ ruleId: newId() }, admin)).rejects.toThrow("not found");
    await expect(history({ take: 101 })).rejects.toThrow("take: must be at most 100");
  });
});

describe("ruleDiff", () => {
  it("says the differences of any two versions in words [HIST-3]", async () => {
    const { admin, id } = await aScene();
    const ask = async (a: number, b: number) =>
      (
        await as(admin).get<{ ruleDiff: { text: string }[] }>(DIFF, { ruleId: id, a, b, locale: "en" })
      ).ruleDiff.map(({ text }) => text);
    expect(await ask(2, 1)).toEqual(
      expect.arrayContaining([
        "amount above: 1,000 in place of 2,000",
        "Stage “First”, due after: no longer 2 working days",
        "Stage “Board” is gone",
      ]),
    );
    expect(await ask(1, 1)).toEqual([]);
  });
});
