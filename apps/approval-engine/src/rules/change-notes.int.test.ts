import { type ApprovalDocument, documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });
const records = recordsOf(store);

const kind = "Contract";
const amounts = ["500", "2000", "50000"];

const stagesOf = (userId: string) => [{ name: "Approval", approverIds: [userId] }];

/** A company whose head decides above 10,000 and whose manager above 1,000, with three contracts. */
async function aScene() {
  const company = aCompany();
  const [admin, head, manager] = [company.user({ privileged: true }), company.user(), company.user()];
  const save = (fields: object) => engine.saveRule(admin, { kind, stages: stagesOf(head.userId), ...fields });
  const put = async (fields: object) => engine.publishRule(admin, { id: (await save(fields)).id });
  const high = (await put({ amountAbove: "10000" })).id;
  const low = (await put({ amountAbove: "1000", stages: stagesOf(manager.userId) })).id;
  const otherwise = (await put({ order: 900, stages: stagesOf(head.userId) })).id;
  const owner: Caller = { ...company.user(), isService: true };
  for (const amount of amounts) {
    const document: ApprovalDocument = { title: "Chairs", amount, currency: "EUR" };
    await engine.submitDocument(owner, { refId: newId(), kind, submitterId: owner.userId, document });
  }
  const ofCompany = { companyId: toObjectId(company.companyId) };
  const newestAudit = async () =>
    (await records.list<{ details?: object; action: string }>("audit_logs", ofCompany)).at(-1);
  const newestList = async () =>
    (await records.list<{ changeNote?: object }>("approval_rule_lists", { ...ofCompany, until: null }))[0];
  const replay = (change: object = {}) => engine.replayRules(admin, { kind, ...change });
  const rules = async () => (await engine.listRules(admin, kind)).map(({ id, state }) => [id, state]);
  return {
    admin,
    head,
    high,
    low,
    otherwise,

    save,
    replay,
    newestAudit,
    newestList,
    rules,
    ofCompany,
  };
}

const CHANGED = {
  code: "CONFLICT",
  field: "changeNote.seen",
  message: "The rules have changed since they were shown",
};

describe("the note that is kept with a change of rules", () => {
  it("has the engine's own figures on the list and in the one audit record of a move [HIST-2]", async () => {
    const { admin, high, low, otherwise, replay, newestAudit, newestList } = await aScene();
    const order = [low, high, otherwise];
    const { seen } = await replay({ order });
    const changeNote = { note: "Asked for by Ada", days: 30, seen };
    await engine.orderRules(admin, { kind, order }, { changeNote });
    const figures = { documents: 3, same: 2, changed: 1, unknown: 0, neverApplies: [high] };
    const kept = { note: "Asked for by Ada", days: 30, ...figures };
    expect((await newestList())?.changeNote).toEqual(kept);
    expect(await newestAudit()).toMatchObject({ action: "order", details: { changeNote: kept } });
  });

  it("stands on the version that publishing makes [HIST-2]", async () => {
    const { admin, high, head, save, replay, newestAudit, ofCompany } = await aScene();
    const draft = { id: high, amountAbove: "60000", stages: stagesOf(head.userId) };
    await save(draft);
    const { seen, changed } = await replay({ draft: { kind, ...draft } });
    const changeNote = { note: "Higher", seen };
    const { workflowId } = await engine.publishRule(admin, { id: high, changeNote });
    const [version] = await records.list<{ changeNote?: object }>("workflow_versions", {
      ...ofCompany,
      workflowId: toObjectId(workflowId ?? ""),
      version: 2,
    });
    const kept = { note: "Higher", days: 90, documents: 3, same: 2, changed, unknown: 0, neverApplies: [] };
    expect(changed).toBe(1);
    expect(version?.changeNote).toEqual(kept);
    expect(await newestAudit()).toMatchObject({ action: "publish", details: { changeNote: kept } });
  });

  it("is kept by switching off and on, and by deleting [HIST-2]", async () => {
    const { admin, low, head, replay, newestAudit, newestList } = await aScene();
    const off = { changeNote: { seen: (await replay({ remove: low })).seen } };
    await engine.switchRule(admin, { id: low, enabled: false }, off);
    expect((await newestList())?.changeNote).toMatchObject({ days: 90, documents: 3, changed: 1 });
    const draft = { kind, id: low, amountAbove: "1000", stages: stagesOf(head.userId) };
    const on = { changeNote: { seen: (await replay({ draft })).seen } };
    await engine.switchRule(admin, { id: low, enabled: true }, on);
    expect((await newestList())?.changeNote).toMatchObject({ documents: 3, changed: 1 });
    await engine.switchRule(admin, { id: low, enabled: false });
    expect((await newestList())?.changeNote).toBeUndefined();
    const { seen } = await replay({ remove: low });
    await engine.discardRule(admin, { id: low, changeNote: { note: "Not needed", seen } });
    expect((await newestList())?.changeNote).toMatchObject({ note: "Not needed", documents: 3, changed: 0 });
    expect(await newestAudit()).toMatchObject({ action: "delete", details: { changeNote: { changed: 0 } } });
  });

  it("is refused where the rules have changed since they were shown, and nothing is changed [HIST-2]", async () => {
    const { admin, high, low, otherwise, head, save, replay, rules } = await aScene();
    const { seen } = await replay();
    const changeNote = { seen };
    await save({ id: otherwise, order: 900, stages: stagesOf(head.userId) });
    await engine.publishRule(admin, { id: otherwise });
    const before = await rules();
    const order = [low, high, otherwise];
    await expect(engine.orderRules(admin, { kind, order }, { changeNote })).rejects.toMatchObject(CHANGED);
    const off = { id: low, enabled: false };
    await expect(engine.switchRule(admin, off, { changeNote })).rejects.toMatchObject(CHANGED);
    await save({ id: high, amountAbove: "60000" });
    await expect(engine.publishRule(admin, { id: high, changeNote })).rejects.toMatchObject(CHANGED);
    await expect(engine.discardRule(admin, { id: high, changeNote })).rejects.toMatchObject(CHANGED);
    const shown = await replay({ draft: { kind, id: high, stages: stagesOf(head.userId) } });
    await save({ id: high, amountAbove: "70000" });
    await expect(
      engine.publishRule(admin, { id: high, changeNote: { seen: shown.seen } }),
    ).rejects.toMatchObject(CHANGED);
    expect(await rules()).toEqual(before);
  });

  it("reckons nothing without a note, and names what is wrong with one [HIST-2]", async () => {
    const { admin, high, low, otherwise, newestAudit, newestList } = await aScene();
    const order = [low, high, otherwise];
    const noted = (changeNote: object) => engine.orderRules(admin, { kind, order }, { changeNote });
    await expect(noted({ days: 0 })).rejects.toMatchObject({ field: "changeNote.days" });
    await expect(noted({ days: 91 })).rejects.toMatchObject({ field: "changeNote.days" });
    await expect(noted({ note: "x".repeat(2_001) })).rejects.toMatchObject({ field: "changeNote.note" });
    await expect(noted({ seen: "x" })).rejects.toMatchObject({ field: "changeNote.seen" });
    await engine.orderRules(admin, { kind, order });
    expect((await newestList())?.changeNote).toBeUndefined();
    expect(await newestAudit()).not.toHaveProperty("details.changeNote");
  });

  it("answers a repeated command as the first time, whatever has changed since [HIST-2]", async () => {
    const { admin, low, replay } = await aScene();
    const off = { id: low, enabled: false, idempotencyKey: "once" };
    const options = { changeNote: { seen: (await replay({ remove: low })).seen } };
    await engine.switchRule(admin, off, options);
    await engine.switchRule(admin, { id: low, enabled: true });
    expect(await engine.switchRule(admin, off, options)).toMatchObject({ state: "IN_FORCE" });
  });
});
