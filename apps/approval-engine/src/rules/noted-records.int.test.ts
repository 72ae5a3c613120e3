import { type ApprovalDocument, documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import { addStaff } from "../../test/service-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract,Deed") });
const records = recordsOf(store);

const CHANGED = {
  code: "CONFLICT",
  field: "changeNote.seen",
  message: "The rules have changed since they were shown",
};

/**
 * A company whose directors decide on contracts and on deeds, and whose managers decide on contracts above 1,000 as far as
 * their limits reach; with two contracts and a deed.
 */
async function aScene() {
  const company = aCompany();
  const { companyId } = company;
  const staff = await addStaff(store, companyId, newId);
  const [ann, bob] = [company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const submitter = company.user({ userId: staff.employee });
  const owner: Caller = { ...submitter, isService: true };
  const group = await engine.groups.create(admin, { name: "Directors", memberIds: [ann.userId] });
  const limitFields = { userId: staff.manager, kind: "Contract", currency: "EUR", upTo: "5000" };
  const limit = await engine.limits.create(admin, limitFields);
  const put = async (kind: string, fields: object) => {
    const stages = [{ name: "Directors", approvers: [{ source: { groupId: group._id } }] }];
    const { id } = await engine.saveRule(admin, { kind, stages, ...fields });
    return engine.publishRule(admin, { id });
  };
  const managers = [
    { name: "Managers", approvers: [{ source: { submitterManager: { untilLimit: true } } }] },
  ];
  const above = await put("Contract", { amountAbove: "1000", stages: managers });
  const other = await put("Contract", { order: 900 });
  await put("Deed", { order: 900 });
  const submit = async (kind: string, amount: string) => {
    const document: ApprovalDocument = { title: "Paper", amount, currency: "EUR" };
    const { userId: submitterId } = submitter;
    await engine.submitDocument(owner, { refId: newId(), kind, submitterId, document });
  };
  await submit("Contract", "500");
  await submit("Contract", "2000");
  await submit("Deed", "500");
  const newestAudit = async () =>
    (
      await records.list<{ action: string; entity: string; details?: object }>("audit_logs", {
        companyId: toObjectId(companyId),
      })
    ).at(-1);
  const replay = (change: object, kind = "Contract", caller = admin) =>
    engine.replayRules(caller, { kind, ...change });
  return { company, admin, staff, ann, bob, group, limit, above, other, put, newestAudit, replay };
}

const figures = (documents: number, changed: number) => ({
  days: 90,
  documents,
  same: documents - changed,
  changed,
  unknown: 0,
  neverApplies: [],
});

describe("a group that rules use", () => {
  it("is replayed as it would be, once a kind, and keeps the sum with its change [HIST-1] [HIST-2]", async () => {
    const { admin, ann, bob, group, newestAudit, replay } = await aScene();
    const memberIds = [ann.userId, bob.userId];
    const ofContracts = await replay({ group: { _id: group._id, memberIds } });
    expect(ofContracts).toMatchObject({ documents: 2, same: 1, changed: 1, peopleAdded: [bob.userId] });
    expect(ofContracts.examples[0]?.before[0]?.seats).toHaveLength(1);
    expect(ofContracts.examples[0]?.after[0]?.seats).toHaveLength(2);
    const ofDeeds = await replay({ group: { _id: group._id, memberIds } }, "Deed");
    expect(ofDeeds).toMatchObject({ documents: 1, changed: 1, seen: ofContracts.seen });
    const changeNote = { note: "Bob joins", seen: ofDeeds.seen };
    await engine.groups.update(admin, group._id, { memberIds }, { changeNote });
    expect(await newestAudit()).toMatchObject({
      action: "update",
      details: { changeNote: { note: "Bob joins", ...figures(3, 2) } },
    });
    expect(await replay({})).toMatchObject({ documents: 2, same: 2 });
  });

  it("asks nobody once it is deleted, and is refused where rules or group have changed since [HIST-2]", async () => {
    const { admin, bob, group, other, put, newestAudit, replay } = await aScene();
    const asDeleted = { group: { _id: group._id, memberIds: [] } };
    const shown = await replay(asDeleted);
    expect(shown).toMatchObject({ changed: 1 });
    await put("Contract", { id: other.id, order: 950 });
    const remove = (seen: string) => engine.groups.remove(admin, group._id, { changeNote: { seen } });
    await expect(remove(shown.seen)).rejects.toMatchObject(CHANGED);
    const { seen } = await replay(asDeleted);
    await engine.groups.update(admin, group._id, { memberIds: [bob.userId] });
    await expect(remove(seen)).rejects.toMatchObject(CHANGED);
    await remove((await replay(asDeleted)).seen);
    expect(await newestAudit()).toMatchObject({
      action: "delete",
      details: { changeNote: figures(3, 2) },
    });
  });

  it("reckons nothing without a note, and nothing of a group that no rule uses [HIST-2]", async () => {
    const { admin, ann, group, newestAudit } = await aScene();
    await engine.groups.update(admin, group._id, { name: "Board" });
    expect(await newestAudit()).not.toHaveProperty("details");
    const { _id } = await engine.groups.create(admin, { name: "Idle", memberIds: [] });
    const memberIds = [ann.userId];
    await engine.groups.update(admin, _id, { memberIds }, { changeNote: { days: 30 } });
    expect(await newestAudit()).toMatchObject({ details: { changeNote: { ...figures(0, 0), days: 30 } } });
    const noted = engine.groups.update(admin, _id, {}, { changeNote: { days: 0 } });
    await expect(noted).rejects.toMatchObject({ field: "changeNote.days" });
  });
});

describe("a limit that rules use", () => {
  it("is replayed and kept as it would be raised, moved, made and deleted [HIST-1] [HIST-2]", async () => {
    const { admin, limit, staff, newestAudit, replay } = await aScene();
    const { _id } = limit;
    const asRaised = { limit: { _id, currency: "EUR", upTo: "6000" } };
    expect(await replay(asRaised)).toMatchObject({ changed: 0, same: 2 });
    const asLowered = { limit: { _id, currency: "EUR", upTo: "1500" } };
    const lowered = await replay(asLowered);
    expect(lowered).toMatchObject({ changed: 1, same: 1 });
    const { seen } = lowered;
    await engine.limits.update(admin, _id, { upTo: "1500" }, { changeNote: { seen } });
    expect(await newestAudit()).toMatchObject({ details: { changeNote: figures(2, 1) } });
    const made = { userId: staff.headOfDepartment, currency: "EUR", upTo: "100000" };
    const asMade = await replay({ limit: made });
    const created = await engine.limits.create(
      admin,
      { ...made, kind: "Contract" },
      { changeNote: { seen: asMade.seen } },
    );
    expect(await newestAudit()).toMatchObject({
      action: "create",
      details: { changeNote: figures(2, asMade.changed) },
    });
    const asDeleted = await replay({ limit: { _id: created._id, currency: "EUR" } });
    expect(asDeleted.changed).toBe(asMade.changed);
    await engine.limits.remove(admin, created._id, { changeNote: { seen: asDeleted.seen } });
    expect(await newestAudit()).toMatchObject({
      action: "delete",
      details: { changeNote: { documents: 2 } },
    });
  });
});

describe("a workflow that rules use", () => {
  it("keeps with its next version what that would have done [HIST-2]", async () => {
    const { company, admin, bob, other, newestAudit } = await aScene();
    const workflowId = other.workflowId ?? "";
    const stages = [{ name: "Bob", approverIds: [bob.userId] }];
    const changeNote = { note: "Bob alone" };
    const published = await engine.publishWorkflow(
      admin,
      { workflowId, name: "Contracts", stages },
      { expectedVersion: 1, changeNote },
    );
    const keptNote = { note: "Bob alone", ...figures(2, 1) };
    expect(published).toMatchObject({ version: 2, changeNote: keptNote });
    expect(await newestAudit()).toMatchObject({ entity: "workflows", details: { changeNote: keptNote } });
    const plain = company.user();
    const byPlainUser = engine.publishWorkflow(plain, { workflowId, name: "Mine", stages }, { changeNote });
    await expect(byPlainUser).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("calendars, and HR policies without documents", () => {
  it("keep a note, and count no documents [HIST-2]", async () => {
    const { admin, newestAudit } = await aScene();
    const { _id } = await engine.calendars.create(admin, {
      name: "Office",
      timeZone: "UTC",
      week: [{ day: "MONDAY", from: "09:00", to: "17:00" }],
    });
    const changeNote = { note: "Moved" };
    await engine.calendars.update(admin, _id, { name: "Home" }, { changeNote });
    expect(await newestAudit()).toMatchObject({
      details: { changeNote: { note: "Moved", ...figures(0, 0) } },
    });
    await engine.calendars.remove(admin, _id, { changeNote });
    expect(await newestAudit()).toMatchObject({ action: "delete", details: { changeNote } });
    const levels = [{ role: "HR" as const, order: 1, approveBy: "ANY" as const }];
    const policy = await engine.policies.create(admin, { kind: "LEAVE", levels }, { changeNote });
    const [version] = await records.list<{ changeNote?: object }>("workflow_versions", {
      workflowId: toObjectId(policy._id),
    });
    expect(version?.changeNote).toEqual({ note: "Moved", ...figures(0, 0) });
    await engine.policies.remove(admin, policy._id, { changeNote });
    expect(await newestAudit()).toMatchObject({ action: "delete", details: { changeNote } });
  });
});

const FEWER = { note: "Fewer ask" };
const HR = { role: "HR", order: 1, approveBy: "ANY" } as const;

/** A company with its default policies, and two documents about an employee. */
async function aStaffedScene() {
  const { company, staff, submit } = await staffedCompany(engine, store);
  const companyId = toObjectId(company.companyId);
  const admin = company.user({ privileged: true });
  const policies = await records.list<{ _id: string; kind: string }>("hr_approval_policies", { companyId });
  const leave = policies.find(({ kind }) => kind === "LEAVE")!._id;
  await submit();
  await submit({ kind: "Loan" });
  const newestNote = async () => {
    const audit = await records.list<{ details?: { changeNote: object } }>("audit_logs", { companyId });
    return audit.at(-1)?.details?.changeNote;
  };
  const replay = (change: object = {}) => engine.replayRules(admin, { kind: "Leave", ...change });
  return { companyId, admin, staff, submit, leave, newestNote, replay };
}

describe("an HR policy", () => {
  it("keeps what a change of it would have done to the submissions of its kind [HIST-1] [HIST-2]", async () => {
    const { admin, leave, submit, newestNote, replay } = await aStaffedScene();
    expect(await replay()).toMatchObject({ documents: 1, same: 1, unknown: 0, onlySubmitted: false });
    await engine.policies.update(admin, leave, { levels: [HR] }, { changeNote: FEWER });
    expect(await newestNote()).toEqual({ note: "Fewer ask", ...figures(1, 1) });
    await submit();
    const { examples, ...replayed } = await replay();
    expect(replayed).toMatchObject({ documents: 2, same: 2 });
    expect(examples).toEqual([]);
    await engine.policies.update(admin, leave, { levels: [{ ...HR, bulk: false }] }, { changeNote: FEWER });
    expect(await newestNote()).toMatchObject(figures(2, 0));
    await engine.policies.remove(admin, leave, { changeNote: FEWER });
    expect(await newestNote()).toMatchObject(figures(2, 2));
    const again = await engine.policies.create(admin, { kind: "LEAVE", levels: [HR] }, { changeNote: FEWER });
    expect(await newestNote()).toMatchObject(figures(2, 2));
    expect(again.version).toBe(1);
    expect(await replay()).toMatchObject({ documents: 2, same: 2 });
  });

  it("is replayed with the groups that it names as they would be [HIST-1]", async () => {
    const { admin, staff, leave, replay } = await aStaffedScene();
    const { _id } = await engine.groups.create(admin, { name: "Staff", memberIds: [staff.hr] });
    const approvers = [{ source: { groupId: _id } }];
    await engine.policies.update(admin, leave, { levels: [{ ...HR, approvers }] });
    const memberIds = [staff.hr, staff.manager];
    const grown = await replay({ group: { _id, memberIds } });
    expect(grown).toMatchObject({ documents: 1, changed: 1, peopleAdded: [staff.manager] });
    expect(grown.examples[0]?.after[0]?.seats.map(({ userId }) => userId).toSorted()).toEqual(
      memberIds.toSorted(),
    );
  });

  it("guesses no employment: of nobody who has two is anything known [HIST-1]", async () => {
    const { companyId, admin, staff, leave, newestNote, replay } = await aStaffedScene();
    await store.db
      .collection("employees")
      .insertOne({ companyId, userId: toObjectId(staff.employee), active: false });
    expect(await replay()).toMatchObject({ documents: 1, same: 0, changed: 0, unknown: 1 });
    await engine.policies.update(admin, leave, { levels: [HR] }, { changeNote: FEWER });
    expect(await newestNote()).toMatchObject({ documents: 1, changed: 0, unknown: 1 });
  });
});

describe("replayRules of a group or limit", () => {
  it("names what is wrong, and tells nothing of other companies [HIST-1]", async () => {
    const { company, staff, group, limit, replay } = await aScene();
    const other = await aScene();
    const memberIds = [newId()];
    const refusals: [object, object][] = [
      [{ group: { _id: other.group._id, memberIds } }, { code: "NOT_FOUND", field: "group._id" }],
      [
        { group: { _id: group._id, memberIds: ["x"] } },
        { code: "INVALID_INPUT", field: "group.memberIds.0" },
      ],
      [{ limit: { _id: other.limit._id, currency: "EUR" } }, { code: "NOT_FOUND", field: "limit._id" }],
      [{ limit: { currency: "EUR", upTo: "1" } }, { code: "INVALID_INPUT", field: "limit.userId" }],
      [
        { limit: { _id: limit._id, userId: staff.manager, groupId: group._id, currency: "EUR", upTo: "1" } },
        { code: "INVALID_INPUT", field: "limit.userId" },
      ],
      [
        { limit: { _id: limit._id, currency: "EUR", upTo: "-1" } },
        { code: "INVALID_INPUT", field: "limit.upTo" },
      ],
    ];
    for (const [change, refusal] of refusals) await expect(replay(change)).rejects.toMatchObject(refusal);
    const plain = company.user();
    const asDeleted = { group: { _id: group._id, memberIds: [] } };
    await expect(replay(asDeleted, "Contract", plain)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const auditor = company.user({ isAuditor: true });
    await expect(replay(asDeleted, "Contract", auditor)).resolves.toMatchObject({ changed: 1 });
  });
});
