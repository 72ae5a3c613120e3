import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";
import type { StoredSubstitution } from "./index.ts";

const store = await useTestStore();
const { as, engine, feed } = await useReplica(store, useBus());
const records = recordsOf(store);
const ROUNDS = 20;

const CREATE = `mutation Create($input: CreateSubstitutionInput!) { createSubstitution(input: $input) {
  _id ref principalId substituteId kinds fromDate untilDate timeZone from until reason revokedAt
  principal { name } substitute { name } } }`;
const create = (caller: Caller, input: Record<string, unknown>) => as(caller).ask(CREATE, { input });
const REVOKE = "mutation Revoke($id: ID!) { revokeSubstitution(id: $id) { _id revokedAt } }";
const revoke = (caller: Caller, id: string) => as(caller).ask(REVOKE, { id });
const mine = async (caller: Caller) =>
  (await as(caller).get<{ mySubstitutions: { _id: string }[] }>("{ mySubstitutions { _id } }"))
    .mySubstitutions;

const made = (caller: Caller, { userId: substituteId }: Caller, fields: Record<string, unknown> = {}) =>
  engine.createSubstitution(caller, { substituteId, ...daysFrom(0), ...fields });
const storedOf = (companyId: string) =>
  records.list<StoredSubstitution>("approval_substitutions", { companyId: toObjectId(companyId) });

async function hire(...people: (Caller & { name: string })[]): Promise<void> {
  await store.db.collection("users").insertMany(
    people.map(({ userId, companyId, name }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(companyId),
      name,
      active: true,
    })),
  );
}

describe("a substitution", () => {
  it("is made by its principal, for local days as instants, numbered and audited [PPL-1]", async () => {
    const company = aCompany();
    const milan = { ...company.user(), name: "Milan" };
    const helen = { ...company.user(), name: "Helen" };
    await hire(milan, helen);
    const days = { fromDate: "2030-03-30", untilDate: "2030-03-31", timeZone: "Europe/Berlin" };
    const input = { substituteId: helen.userId, ...days, kinds: ["Leave", "Leave", "Loan"], reason: "Ski" };
    const { data } = await create(milan, input);
    const created = data?.["createSubstitution"] as StoredSubstitution;
    expect(created).toEqual({
      ...input,
      _id: created._id,
      ref: "SU-000001",
      principalId: milan.userId,
      kinds: ["Leave", "Loan"],
      from: "2030-03-29T23:00:00.000Z",
      until: "2030-03-31T22:00:00.000Z",
      revokedAt: null,
      principal: { name: "Milan" },
      substitute: { name: "Helen" },
    });
    expect(await records.audit(created._id)).toMatchObject([
      {
        action: "create",
        entity: "approval_substitutions",
        actorId: milan.userId,
        companyId: milan.companyId,
        after: { principalId: milan.userId, substituteId: helen.userId, ...days },
      },
    ]);
  });

  it("tells the substitute from when and how many tasks are open, and its principal, stored, sent and live [PPL-3] [SAFE-14]", async () => {
    const company = aCompany();
    const milan = { ...company.user(), name: "Milan" };
    const [helen, clerk] = [company.user(), company.user()];
    const [helens, milans] = [helen, milan].map(({ userId }) => userId);
    await hire(milan, { ...helen, name: "Helen" });
    await submitNew(engine, clerk, stagesOf([milan], [clerk]));
    await submitNew(engine, clerk, stagesOf([milan, clerk]), { kind: "Loan" });
    await submitNew(engine, clerk, stagesOf([milan]), { kind: "Claim" });
    await submitNew(engine, clerk, stagesOf([clerk], [milan]));
    const done = await submitNew(engine, clerk, stagesOf([milan]));
    await engine.decideApproval(milan, { taskId: done.tasks[0]?._id ?? "", status: "APPROVED" });
    const live: string[] = [];
    const stop = feed.subscribe(helen, ({ message }) => live.push(message));

    const { _id: ofSome } = await made(milan, helen, { kinds: ["Leave", "Loan"] });
    const { _id: ofAll, fromDate, untilDate } = await made(milan, helen);
    stop();
    const days = `from ${fromDate} to ${untilDate} (UTC)`;
    const messages = [
      `You stand in for Milan for Leave, Loan ${days} — 2 tasks are open now`,
      `You stand in for Milan ${days} — 3 tasks are open now`,
    ];
    const heard = [`Helen stands in for you for Leave, Loan ${days}`, `Helen stands in for you ${days}`];
    for (const [at, refId] of [ofSome, ofAll].entries()) {
      const about = { refId, eventId: refId };
      const sent = [
        { ...about, userId: helens, message: messages[at] },
        { ...about, userId: milans, message: heard[at] },
      ];
      expect(await records.notifications(refId)).toMatchObject(sent.map((one) => ({ ...one, read: false })));
      expect(await records.outbox(refId)).toMatchObject(sent.map((data) => ({ data: { data } })));
    }
    expect(live).toEqual(messages);
  });

  it("for somebody else needs a privileged user and a reason [PPL-1]", async () => {
    const company = aCompany();
    const [user, ill, stand] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const before = await countAll(store);
    const input = { principalId: ill.userId, substituteId: stand.userId, ...daysFrom(0) };
    expect((await create(user, { ...input, reason: "Ill" })).errors).toMatchObject([
      { message: "Only a privileged user may do this", extensions: { code: "FORBIDDEN" } },
    ]);
    for (const reason of [undefined, null, "", " \n"]) {
      expect((await create(admin, { ...input, reason })).errors).toMatchObject([
        { message: "reason: is needed for somebody else's substitution", extensions: { field: "reason" } },
      ]);
    }
    expect(await countAll(store)).toBe(before);
    expect((await create(admin, { ...input, reason: "Ill" })).errors).toBeUndefined();
    expect(await mine(ill)).toHaveLength(1);
    expect(await mine(stand)).toHaveLength(1);
    expect(await mine(admin)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      "ends before it begins",
      { fromDate: "2030-01-02", untilDate: "2030-01-01" },
      "untilDate",
      "must not be before fromDate",
    ],
    ["lasts ten years", { untilDate: "2040-01-01" }, "untilDate", "a substitution lasts at most 366 days"],
    ["is over", { fromDate: "2020-01-01", untilDate: "2020-01-02" }, "untilDate", "has passed"],
    ["has no such day", { fromDate: "2030-02-30" }, "fromDate", "no such date"],
    ["has an unknown zone", { timeZone: "Mars/Base" }, "timeZone", "unknown time zone Mars/Base"],
    ["has an offset for a zone", { timeZone: "+02:00" }, "timeZone", "must be the name of a time zone"],
    ["has no zone", { timeZone: "" }, "timeZone", "must not be empty"],
    ["names no user", { substituteId: "nobody" }, "substituteId", "must be 24 hexadecimal characters"],
    ["has an endless reason", { reason: "x".repeat(2_001) }, "reason", "must have at most 2000 characters"],
  ])("is refused where it %s, and nothing is written [PPL-1]", async (_title, fields, field, fault) => {
    const company = aCompany();
    const user = company.user();
    const days = { fromDate: "2030-01-01", untilDate: "2030-01-10", timeZone: "Europe/Berlin" };
    const before = await countAll(store);
    const { errors } = await create(user, { substituteId: newId(), ...days, ...fields });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
    expect(errors?.[0]?.message).toContain(`${field}: ${fault}`);
    expect(await countAll(store)).toBe(before);
  });

  it("is never made by who becomes the substitute, privileged users neither [SAFE-14]", async () => {
    const company = aCompany();
    const [boss, admin] = [company.user(), company.user({ privileged: true })];
    const before = await countAll(store);
    const input = { principalId: boss.userId, reason: "Ill" };
    await expect(made(admin, admin, input)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Nobody makes themselves a substitute",
    });
    expect(await countAll(store)).toBe(before);
  });

  it("tells its principal who made it in their place [SAFE-14]", async () => {
    const company = aCompany();
    const [boss, helen] = [company.user(), { ...company.user(), name: "Helen" }];
    const admin = { ...company.user({ privileged: true }), name: "Vera" };
    await hire(helen);
    const { _id, fromDate, untilDate } = await made(admin, helen, {
      principalId: boss.userId,
      reason: "Ill",
    });
    const message = `Helen stands in for you from ${fromDate} to ${untilDate} (UTC) — by Vera`;
    expect(await records.notifications(_id)).toContainEqual(
      expect.objectContaining({ userId: boss.userId, message }),
    );
  });

  it("is only for a substitute whom the directory knows, where it knows anybody of the company [SAFE-14]", async () => {
    const company = aCompany();
    const [milan, unknown] = [company.user(), company.user()];
    await made(milan, unknown);
    await hire({ ...company.user(), name: "Somebody" });
    const before = await countAll(store);
    await expect(made(milan, unknown)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: `substituteId: ${unknown.userId} is not known in the directory`,
    });
    expect(await countAll(store)).toBe(before);
  });

  it("is one of twenty at most of its principal that are not over, by whomever they are made [SAFE-14]", async () => {
    const company = aCompany();
    const [milan, admin] = [company.user(), company.user({ privileged: true })];
    const all = await Promise.all(Array.from({ length: 20 }, () => made(milan, company.user())));
    const one = { principalId: milan.userId, reason: "Ill" };
    for (const [caller, input] of [
      [milan, {}],
      [admin, one],
    ] as const) {
      await expect(made(caller, company.user(), input)).rejects.toMatchObject({
        code: "CONFLICT",
        message: "principalId: at most 20 substitutions of one person that are not over",
      });
    }
    await engine.revokeSubstitution(milan, all[0]!._id);
    await made(milan, company.user());
  });

  it("is refused for oneself and for leavers [PPL-2]", async () => {
    const company = aCompany();
    const [milan, gone] = [company.user(), { ...company.user(), name: "Gone" }];
    await hire(gone);
    await store.db
      .collection("users")
      .updateOne({ _id: toObjectId(gone.userId) }, { $set: { active: false } });
    await expect(made(milan, milan)).rejects.toMatchObject({
      message: "substituteId: nobody stands in for themselves",
    });
    await expect(made(milan, gone)).rejects.toMatchObject({
      message: "substituteId: has left the company",
    });
    await expect(made(gone, milan)).rejects.toMatchObject({ message: "You have left the company" });
  });

  it("never closes a circle of three people, unless it was revoked or does not overlap [PPL-2]", async () => {
    const company = aCompany();
    const [ann, bob, cid] = [company.user(), company.user(), company.user()];
    await made(ann, bob);
    const second = await made(bob, cid);
    const refusal = { code: "CONFLICT", message: "Substitutions must not form a circle" };
    await expect(made(cid, ann)).rejects.toMatchObject(refusal);
    await expect(made(cid, ann, daysFrom(13))).rejects.toMatchObject(refusal);
    await made(cid, ann, daysFrom(14));
    await engine.revokeSubstitution(bob, second._id);
    await made(cid, ann);
  });

  it(`of two that would close a circle together lets one be made, ${ROUNDS} times [PPL-2]`, async () => {
    const [one, two] = [await useReplica(store, useBus()), await useReplica(store, useBus())];
    for (let round = 0; round < ROUNDS; round += 1) {
      const company = aCompany();
      const [ann, bob] = [company.user(), company.user()];
      const outcomes = await Promise.allSettled([
        one.engine.createSubstitution(ann, { substituteId: bob.userId, ...daysFrom(0) }),
        two.engine.createSubstitution(bob, { substituteId: ann.userId, ...daysFrom(0) }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { message: "Substitutions must not form a circle" },
      });
      expect(await storedOf(company.companyId)).toHaveLength(1);
    }
  });

  it("is refused for a substitute who has 50 principals at that time already [PPL-1]", async () => {
    const company = aCompany();
    const helen = company.user();
    for (let n = 0; n < 50; n += 1) await made(company.user(), helen);
    const refusal = { code: "CONFLICT", field: "substituteId" };
    await expect(made(company.user(), helen)).rejects.toMatchObject(refusal);
    await made(company.user(), helen, daysFrom(14));
  });

  it("belongs to its company: the same ids elsewhere are other people [PPL-2]", async () => {
    const [here, there] = [aCompany(), aCompany()];
    const [ann, bob] = [here.user(), here.user()];
    const { companyId } = there;
    const { _id } = await made(ann, bob);
    await made({ ...bob, companyId }, { ...ann, companyId });
    expect((await revoke({ ...ann, companyId }, _id)).errors).toMatchObject([
      { message: "Substitution not found" },
    ]);
    expect(await mine({ ...ann, companyId })).toHaveLength(1);
    expect((await storedOf(here.companyId)).map(({ revokedAt }) => revokedAt)).toEqual([undefined]);
  });
});

describe("revoking a substitution", () => {
  it("is for its principal and privileged users, once, and audited [PPL-1]", async () => {
    const company = aCompany();
    const [ann, bob, stranger] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const { _id } = await made(ann, bob);
    expect((await revoke(bob, _id)).errors).toMatchObject([
      { message: "Only the principal or a privileged user may do this", extensions: { code: "FORBIDDEN" } },
    ]);
    expect((await revoke(stranger, _id)).errors).toMatchObject([
      { message: "Substitution not found", extensions: { code: "NOT_FOUND", field: "id" } },
    ]);
    const { data } = await revoke(ann, _id);
    expect(data).toEqual({ revokeSubstitution: { _id, revokedAt: expect.any(String) as string } });
    expect((await revoke(admin, _id)).data).toEqual(data);
    expect((await records.audit(_id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["create", ann.userId],
      ["revoke", ann.userId],
    ]);
  });
});

describe("the company's substitutions", () => {
  const PAGE = `query Page($input: SubstitutionPageInput) { substitutionPage(input: $input) { total data { _id } } }`;

  it("are shown to privileged users, by user and by instant [PPL-1]", async () => {
    const company = aCompany();
    const [ann, bob, cid] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const now = await made(ann, bob);
    const later = await made(bob, cid, daysFrom(20));
    const revoked = await made(ann, cid);
    await engine.revokeSubstitution(ann, revoked._id);
    const page = async (input: Record<string, unknown>) => {
      const { substitutionPage } = await as(admin).get<{
        substitutionPage: { total: number; data: { _id: string }[] };
      }>(PAGE, { input });
      expect(substitutionPage.total).toBe(substitutionPage.data.length);
      return substitutionPage.data.map(({ _id }) => _id);
    };
    expect(await page({})).toEqual([revoked._id, later._id, now._id]);
    expect(await page({ userId: bob.userId })).toEqual([later._id, now._id]);
    expect(await page({ activeAt: Date.now() })).toEqual([now._id]);
    expect(await page({ activeAt: Date.now(), userId: cid.userId })).toEqual([]);
    expect(await page({ activeAt: later.from.getTime(), userId: cid.userId })).toEqual([later._id]);
    const held = await store.db.collection("approval_substitutions").findOne({ _id: toObjectId(now._id) });
    const copies = Array.from({ length: 320 }, (_, n) => ({
      ...held,
      _id: toObjectId(newId()),
      createdAt: new Date(1_000 + n),
    }));
    await store.db.collection("approval_substitutions").insertMany(copies);
    const ids = copies.map((copy) => copy._id.toHexString()).toReversed();
    const input = { activeAt: Date.now(), skip: 1, take: 3 };
    const { substitutionPage } = await as(admin).get<{
      substitutionPage: { total: number; data: { _id: string }[] };
    }>(PAGE, { input });
    expect(substitutionPage.data.map(({ _id }) => _id)).toEqual(ids.slice(0, 3));
    expect(substitutionPage.total).toBe(321);
    expect((await as(ann).ask(PAGE, { input: {} })).errors).toMatchObject([
      { message: "Only a privileged user may do this", extensions: { code: "FORBIDDEN" } },
    ]);
  });
});
