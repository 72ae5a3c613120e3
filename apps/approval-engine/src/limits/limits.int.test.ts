import { createKindRegistry } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { scansAmong, searchesOf } from "../../test/searches.ts";
import type { Caller } from "../engine.ts";
import { limitsFor } from "./index.ts";

const store = await useTestStore({ monitored: true });
const kinds = createKindRegistry(new Map([["legal", ["Contract"]]]));
const { as, engine } = await useReplica(store, useBus(), { kinds });
const records = recordsOf(store);

const SHOWN = "_id ref userId user { name } groupId group { name active } kind currency upTo";
const CREATE = `mutation ($input: CreateApprovalLimitInput!) {
  createApprovalLimit(input: $input) { ${SHOWN} }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateApprovalLimitInput!) {
  updateApprovalLimit(id: $id, input: $input) { ${SHOWN} }
}`;
const DELETE = "mutation ($id: ID!) { deleteApprovalLimit(id: $id) }";
const PAGE = `query ($input: ApprovalLimitPageInput) {
  approvalLimitPage(input: $input) { total data { ${SHOWN} } }
}`;

interface Shown {
  _id: string;
  userId: string | null;
  groupId: string | null;
  kind: string;
  currency: string;
  upTo: string;
}

const LIMIT = { kind: "Contract", currency: "EUR", upTo: "5000.50" };

const created = async (admin: Caller, input: object): Promise<Shown> =>
  (await as(admin).get<{ createApprovalLimit: Shown }>(CREATE, { input: { ...LIMIT, ...input } }))
    .createApprovalLimit;
const updated = async (admin: Caller, id: string, input: object): Promise<Shown> =>
  (await as(admin).get<{ updateApprovalLimit: Shown }>(UPDATE, { id, input })).updateApprovalLimit;
const pageOf = async (caller: Caller, input: object = {}) =>
  (await as(caller).get<{ approvalLimitPage: { total: number; data: Shown[] } }>(PAGE, { input }))
    .approvalLimitPage;

async function aScene() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const group = await engine.groups.create(admin, { name: "Directors", memberIds: [newId()] });
  return { company, admin, groupId: group._id, user: company.user() };
}

describe("an approval limit [SRC-3]", () => {
  it("is a user's or a group's, and read by everybody of its company and nobody else", async () => {
    const { company, admin, groupId, user } = await aScene();
    const row = { _id: toObjectId(user.userId), companyId: toObjectId(user.companyId), name: "Milan Cole" };
    await store.db.collection("users").insertOne(row);
    const ofUser = await created(admin, { userId: user.userId });
    const ofGroup = await created(admin, { groupId, upTo: "0" });
    expect(ofUser).toMatchObject({ ...LIMIT, ref: "AL-000001", user: { name: "Milan Cole" }, groupId: null });
    expect(ofGroup).toMatchObject({ groupId, group: { name: "Directors", active: true }, userId: null });
    expect(await pageOf(company.user())).toEqual({ total: 2, data: [ofGroup, ofUser] });
    expect(await pageOf(aCompany().user())).toEqual({ total: 0, data: [] });
    const leave = await created(admin, { userId: user.userId, kind: "Leave" });
    expect(await pageOf(user, { kind: "Leave" })).toEqual({ total: 1, data: [leave] });
  });

  it("is changed field by field, given to another, audited, and gone once it is deleted", async () => {
    const { admin, groupId, user } = await aScene();
    const { _id: id } = await created(admin, { userId: user.userId });
    expect(await updated(admin, id, { upTo: "6000" })).toMatchObject({
      ...LIMIT,
      upTo: "6000",
      userId: user.userId,
    });
    expect(await updated(admin, id, { groupId })).toMatchObject({ groupId, userId: null, upTo: "6000" });
    const back = await updated(admin, id, { userId: user.userId, kind: "Leave", currency: "JPY" });
    expect(back).toMatchObject({ groupId: null, userId: user.userId, kind: "Leave", currency: "JPY" });
    expect(await as(admin).get(DELETE, { id })).toEqual({ deleteApprovalLimit: true });
    expect(await pageOf(admin)).toEqual({ total: 0, data: [] });
    const { errors } = await as(admin).ask(DELETE, { id });
    expect(errors).toMatchObject([{ message: "Approval limit not found" }]);
    const audited = await records.audit(id);
    expect(audited.map(({ action }) => action)).toEqual(["create", "update", "update", "update", "delete"]);
  });

  it("is the only one of its holder, kind and currency, until it is deleted", async () => {
    const { admin, groupId, user } = await aScene();
    const { _id: id } = await created(admin, { userId: user.userId });
    const yen = await created(admin, { userId: user.userId, currency: "JPY" });
    await created(admin, { groupId });
    const taken = {
      message: "This person or group has a limit for Contract in EUR already",
      extensions: { code: "CONFLICT" },
    };
    const before = await countAll(store);
    const again = { ...LIMIT, userId: user.userId, upTo: "9" };
    expect((await as(admin).ask(CREATE, { input: again })).errors).toMatchObject([taken]);
    const toEuro = { id: yen._id, input: { currency: "EUR" } };
    expect((await as(admin).ask(UPDATE, toEuro)).errors).toMatchObject([taken]);
    expect((await as(admin).ask(UPDATE, { id, input: { groupId } })).errors).toMatchObject([taken]);
    expect(await countAll(store)).toBe(before);
    await as(admin).get(DELETE, { id });
    expect(await created(admin, again)).toMatchObject({ upTo: "9" });
  });

  it("is one of two that are created or moved at once for one holder", async () => {
    const { admin, groupId, user } = await aScene();
    const { _id: id } = await created(admin, { groupId });
    const { userId } = user;
    const all = await Promise.all([
      as(admin).ask(CREATE, { input: { ...LIMIT, userId } }),
      as(admin).ask(CREATE, { input: { ...LIMIT, userId } }),
      as(admin).ask(UPDATE, { id, input: { userId } }),
    ]);
    const refused = all.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions["code"]));
    expect(refused).toEqual(["CONFLICT", "CONFLICT"]);
  });

  it.each([
    ["an amount below 0", { upTo: "-1" }, "upTo"],
    ["an amount that is no decimal", { upTo: "1e3" }, "upTo"],
    ["an amount of 16 digits", { upTo: "1234567890123456" }, "upTo"],
    ["a currency that does not exist", { currency: "XYZ" }, "currency"],
    ["two holders", { userId: newId(), groupId: newId() }, "userId"],
  ])("is refused with %s, created or changed, and nothing is written", async (_, wrong, field) => {
    const { admin, groupId, user } = await aScene();
    const { _id: id } = await created(admin, { groupId });
    const before = await countAll(store);
    for (const [query, variables] of [
      [CREATE, { input: { ...LIMIT, userId: user.userId, ...wrong } }],
      [UPDATE, { id, input: wrong }],
    ] as const) {
      const { errors } = await as(admin).ask(query, variables);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
    }
    expect(await countAll(store)).toBe(before);
  });

  it("is refused without a holder, and with a kind or group that is not there", async () => {
    const { company, admin, groupId, user } = await aScene();
    await as(admin).get("mutation ($id: ID!) { deleteUserGroup(id: $id) }", { id: groupId });
    const theirs = await aScene();
    const before = await countAll(store);
    const { errors } = await as(admin).ask(CREATE, { input: LIMIT });
    expect(errors).toMatchObject([
      {
        message: "userId: expected exactly one of userId and groupId",
        extensions: { code: "BAD_USER_INPUT" },
      },
    ]);
    for (const missing of [groupId, theirs.groupId, newId()]) {
      const answer = await as(admin).ask(CREATE, { input: { ...LIMIT, groupId: missing } });
      expect(answer.errors).toMatchObject([
        { message: "Group not found", extensions: { code: "NOT_FOUND", field: "groupId" } },
      ]);
    }
    const unknownKind = { ...LIMIT, userId: user.userId, kind: "Nda" };
    expect(
      (await as(company.user({ privileged: true })).ask(CREATE, { input: unknownKind })).errors,
    ).toHaveLength(1);
    expect(await countAll(store)).toBe(before);
  });

  it("is changed by privileged people alone: no agent with such a token", async () => {
    const { company, admin, user } = await aScene();
    const { userId } = user;
    const { _id: id } = await created(admin, { userId });
    for (const [query, variables] of [
      [CREATE, { input: { ...LIMIT, userId, kind: "Leave" } }],
      [UPDATE, { id, input: { upTo: "1" } }],
      [DELETE, { id }],
    ] as const) {
      expect((await as(user).ask(query, variables)).errors).toMatchObject([
        { message: "Only a privileged user may do this" },
      ]);
      const agent = company.user({ privileged: true, isAgent: true });
      expect((await as(agent).ask(query, variables)).errors).toMatchObject([
        { message: "Separation of duties: agent" },
      ]);
    }
    expect((await pageOf(admin)).data).toMatchObject([LIMIT]);
  });

  it("is given to people whom the directory knows where unknownPeople is REFUSE [OPS-1]", async () => {
    const { admin, user } = await aScene();
    const known = { _id: toObjectId(admin.userId), companyId: toObjectId(admin.companyId), name: "Ada" };
    await store.db.collection("users").insertOne(known);
    await engine.updateApprovalSettings(admin, { unknownPeople: "REFUSE" });
    const { errors } = await as(admin).ask(CREATE, { input: { ...LIMIT, userId: user.userId } });
    expect(errors).toMatchObject([{ message: `userId: ${user.userId} is not known in the directory` }]);
    await created(admin, { userId: admin.userId });
  });
});

describe("what other features read of limits [SRC-3]", () => {
  it("has the living ones of these holders for one kind, by one command on an index", async () => {
    const { company, admin, groupId, user } = await aScene();
    const { companyId } = company;
    await created(admin, { userId: user.userId });
    await created(admin, { userId: user.userId, currency: "JPY", upTo: "700000" });
    await created(admin, { userId: user.userId, kind: "Leave" });
    await created(admin, { groupId, upTo: "20000" });
    const gone = await created(admin, { userId: admin.userId });
    await as(admin).get(DELETE, { id: gone._id });
    const holderIds = [user.userId, groupId, admin.userId, user.userId];
    const searches = await searchesOf(store, async () => {
      const giving = { userId: admin.userId, atMs: expect.any(Number) as number };
      expect(await limitsFor(store, companyId, { kind: "Contract", holderIds })).toEqual([
        { ...LIMIT, userId: user.userId, giving },
        { ...LIMIT, userId: user.userId, currency: "JPY", upTo: "700000", giving },
        { ...LIMIT, groupId, upTo: "20000", giving },
      ]);
    });
    expect(searches).toHaveLength(1);
    expect(await scansAmong(store, searches)).toEqual([]);
    expect(await limitsFor(store, companyId, { kind: "Contract", holderIds: [newId()] })).toEqual([]);
    expect(await limitsFor(store, newId(), { kind: "Contract", holderIds })).toEqual([]);
    expect(await limitsFor(store, companyId, { kind: "Contract", holderIds: [] })).toEqual([]);
  });
});
