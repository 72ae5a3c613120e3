import { newId, toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { createDirectoryCopy } from "./directory-copy.ts";

const store = await useTestStore({ monitored: true });
const users = store.db.collection("users");
const employees = store.db.collection("employees");
const copy = createDirectoryCopy(store.db);

const aUser = () => ({ companyId: newId(), _id: newId() });
const rowOf = (id: string) => users.findOne({ _id: toObjectId(id) });

describe("a copy of the directory", () => {
  it("writes a record that it does not have, with ids as the engine reads them [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    const [userId, departmentId, reportingTo, hrId] = [newId(), newId(), newId(), newId()];
    const record = { _id, active: false, version: 3, userId, departmentId, reportingTo, hrId };
    expect(await copy.apply("employee", companyId, record)).toBeUndefined();
    expect(await employees.findOne({ _id: toObjectId(_id) })).toEqual({
      _id: toObjectId(_id),
      companyId: toObjectId(companyId),
      active: false,
      version: 3,
      userId: toObjectId(userId),
      departmentId: toObjectId(departmentId),
      reportingTo: toObjectId(reportingTo),
      hrId: toObjectId(hrId),
    });
  });

  it("takes the whole newer record, so that absent values go, and leaves other modules' fields [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    await copy.apply("user", companyId, { _id, active: true, version: 1, name: "Nora", locale: "nb-NO" });
    await users.updateOne({ _id: toObjectId(_id) }, { $set: { badge: 7 } });
    await copy.apply("user", companyId, { _id, active: true, version: 5, name: "Nora Lind" });
    expect(await rowOf(_id)).toEqual({
      _id: toObjectId(_id),
      companyId: toObjectId(companyId),
      active: true,
      version: 5,
      name: "Nora Lind",
      badge: 7,
    });
  });

  it.each([5, 4, 1])("ignores version %i of a record that it has in version 5 [DOC-4]", async (version) => {
    const { companyId, _id } = aUser();
    const record = { _id, active: true, version: 5, name: "Nora" };
    await copy.apply("user", companyId, record);
    expect(await copy.apply("user", companyId, { ...record, version, name: "Late" })).toBeUndefined();
    expect(await rowOf(_id)).toMatchObject({ version: 5, name: "Nora" });
  });

  it("counts a record without a version as older than any [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    await users.insertOne({
      _id: toObjectId(_id),
      companyId: toObjectId(companyId),
      name: "Old",
      email: null,
    });
    await copy.apply("user", companyId, { _id, active: true, version: 1, name: "New" });
    expect(await rowOf(_id)).toMatchObject({ version: 1, name: "New" });
  });

  it("keeps the newest of changes that arrive at once, in whatever order [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    const versions = [4, 2, 9, 1, 7];
    const apply = async (version: number) => {
      await copy.apply("user", companyId, { _id, active: true, version, name: `v${version}` });
    };
    const results = await Promise.allSettled(versions.map(apply));
    // One that met the first insert fails, and its message is delivered again.
    for (const [at, { status }] of results.entries()) if (status === "rejected") await apply(versions[at]!);
    expect(await rowOf(_id)).toMatchObject({ version: 9, name: "v9" });
  });

  it("refuses another company's id, and leaves its record [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    await copy.apply("user", companyId, { _id, active: true, version: 1, name: "Nora" });
    const theirs = { _id, active: false, version: 9, name: "Mallory" };
    expect(await copy.apply("user", newId(), theirs)).toBe("_id: another company has this id");
    expect(await rowOf(_id)).toMatchObject({ companyId: toObjectId(companyId), version: 1, name: "Nora" });
  });

  it("refuses a version above the time in microseconds, which would keep later changes out [SAFE-18]", async () => {
    const { companyId, _id } = aUser();
    const version = (Date.now() + 60_000) * 1_000;
    expect(await copy.apply("user", companyId, { _id, active: true, version })).toBe(
      "version: must be at most the time in microseconds",
    );
    expect(await rowOf(_id)).toBeNull();
    const now = Date.now() * 1_000;
    expect(await copy.apply("user", companyId, { _id, active: true, version: now })).toBeUndefined();
  });

  it.each(["name", "email"])("refuses hidden text in %s, naming it [DOC-4] [SAFE-7]", async (field) => {
    const { companyId, _id } = aUser();
    const record = { _id, active: true, version: 1, [field]: "a\u202E@b" };
    expect(await copy.apply("user", companyId, record)).toContain(`${field}: must not contain U+202E`);
    expect(await rowOf(_id)).toBeNull();
  });

  it("needs one command for a change [DOC-4]", async () => {
    const { companyId, _id } = aUser();
    const commands = await commandsOf(store, async () => {
      await copy.apply("user", companyId, { _id, active: true, version: 1 });
    });
    expect(commands).toEqual(["update"]);
  });
});

const aGroup = () => ({ companyId: newId(), _id: newId(), memberIds: [newId(), newId()] });

describe("a copy of the directory's groups [SRC-2]", () => {
  const groups = store.db.collection("user_groups");

  it("has members by their ids, and takes the whole newer record", async () => {
    const { companyId, _id, memberIds } = aGroup();
    const group = { _id, active: true, version: 1, name: "Directors", memberIds };
    expect(await copy.apply("group", companyId, group)).toBeUndefined();
    const stored = { _id: toObjectId(_id), companyId: toObjectId(companyId) };
    expect(await groups.findOne({ _id: stored._id })).toEqual({
      ...stored,
      active: true,
      version: 1,
      name: "Directors",
      memberIds: memberIds.map((id) => toObjectId(id)),
    });
    await copy.apply("group", companyId, { _id, active: false, version: 4 });
    await copy.apply("group", companyId, { ...group, version: 3, name: "Late" });
    expect(await groups.findOne({ _id: stored._id })).toEqual({ ...stored, active: false, version: 4 });
  });

  it("leaves a group that is kept by hand alone, whatever the version", async () => {
    const { companyId, _id, memberIds } = aGroup();
    const byHand = { _id: toObjectId(_id), companyId: toObjectId(companyId), name: "Board", memberIds: [] };
    await groups.insertOne(byHand);
    const group = { _id, active: true, version: 9, name: "Directors", memberIds };
    expect(await copy.apply("group", companyId, group)).toBe(
      "_id: this group is kept by hand in the approval engine",
    );
    expect(await copy.apply("group", newId(), group)).toBe("_id: another company has this id");
    expect(await groups.findOne({ _id: byHand._id })).toEqual(byHand);
  });
});
