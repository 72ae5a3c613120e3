import { createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import type { DirectoryChange } from "./directory-change.ts";
import { type RecordChange, createDirectoryEditor } from "./directory-editor.ts";
import { createDirectoryReader } from "./directory-reader.ts";

const store = await useTestStore();
const AT = new Date("2027-03-01T08:00:00Z");
const unitOfWork = createUnitOfWork(store, (scope) =>
  createDirectoryEditor(scope, { service: "hr-service", source: "/countersign/hr" }),
);
const users = store.db.collection("users");
const reader = createDirectoryReader(store);

const aUser = () => ({ type: "user" as const, companyId: newId(), _id: newId() });
type User = ReturnType<typeof aUser>;

async function change(
  record: Omit<RecordChange, "change" | "eventId">,
  values: DirectoryChange,
  actorId?: string,
) {
  const changes = [{ ...record, change: values, eventId: newId() }];
  const by = { at: AT, ...(actorId !== undefined && { actorId }) };
  const [result] = await unitOfWork((editor) => editor.change(changes, by));
  return result!;
}
const messagesOf = ({ _id }: Pick<User, "_id">) =>
  store.db.collection("outbox").find({ key: _id }).sort({ position: 1 }).toArray();
const auditOf = ({ _id }: User) =>
  store.db
    .collection("audit_logs")
    .find({ entityId: toObjectId(_id) })
    .sort({ _id: 1 })
    .toArray();

describe("a change of the directory", () => {
  it("creates a record that is not there, with version 1, its message and its audit record [DOC-4]", async () => {
    const user = aUser();
    const actorId = newId();
    const result = await change(user, { name: "Nora", timeZone: "Europe/Oslo" }, actorId);
    const record = { _id: user._id, active: true, version: 1, name: "Nora", timeZone: "Europe/Oslo" };
    expect(result).toMatchObject({ outcome: "created", record, fields: ["name", "timeZone", "active"] });
    expect(await reader.find("user", user.companyId, user._id)).toEqual(record);
    expect(await messagesOf(user)).toMatchObject([
      {
        service: "hr-service",
        stream: "DIRECTORY",
        subject: "directory.user.changed",
        companyId: user.companyId,
        data: {
          source: "/countersign/hr",
          type: "directory.user.changed",
          subject: user._id,
          data: { companyId: user.companyId, user: record },
        },
      },
    ]);
    expect(await auditOf(user)).toMatchObject([
      { action: "create", entity: "user", actorId: toObjectId(actorId), after: record, at: AT },
    ]);
  });

  it("raises the version by one each time, keeps what it does not name and removes null [DOC-4]", async () => {
    const user = aUser();
    await change(user, { name: "Nora", email: "nora@a.example", locale: "nb" });
    const second = await change(user, { name: "Nora Lind", locale: null });
    expect(second).toMatchObject({ outcome: "changed", fields: ["name", "locale"] });
    const record = { _id: user._id, active: true, version: 2, name: "Nora Lind", email: "nora@a.example" };
    expect(second).toHaveProperty("record", record);
    expect(await reader.find("user", user.companyId, user._id)).toEqual(record);
    const sent = (await messagesOf(user)).map(({ data }) => data.data.user.version as number);
    expect(sent).toEqual([1, 2]);
  });

  it("writes nothing when nothing changes, whether or not the record has a version [DOC-4]", async () => {
    const user = aUser();
    await users.insertOne({ _id: toObjectId(user._id), companyId: toObjectId(user.companyId), name: "Nora" });
    expect(await change(user, { name: "Nora", email: null, active: true })).toMatchObject({
      outcome: "unchanged",
      record: { version: 0 },
    });
    expect(await change(user, { name: "Nora Lind" })).toMatchObject({ outcome: "changed" });
    expect(await change(user, { name: "Nora Lind" })).toMatchObject({ outcome: "unchanged" });
    expect(await users.findOne({ _id: toObjectId(user._id) })).toMatchObject({ version: 1 });
    expect(await messagesOf(user)).toHaveLength(1);
    expect(await auditOf(user)).toHaveLength(1);
  });

  it("leaves a record of another company alone [DOC-4]", async () => {
    const user = aUser();
    await change(user, { name: "Nora" });
    const theirs = { ...user, companyId: newId() };
    expect(await change(theirs, { name: "Mallory" })).toEqual({ outcome: "foreign" });
    expect(await users.findOne({ _id: toObjectId(user._id) })).toMatchObject({ name: "Nora", version: 1 });
    expect(await reader.find("user", theirs.companyId, user._id)).toBeUndefined();
  });

  it("does not send a record that the contract forbids, though it was stored before [DOC-4] [SAFE-7]", async () => {
    const user = aUser();
    const name = "Nora\u202E";
    await users.insertOne({ _id: toObjectId(user._id), companyId: toObjectId(user.companyId), name });
    const result = await change(user, { locale: "nb" });
    expect(result).toMatchObject({
      outcome: "invalid",
      reason: expect.stringMatching(/^name: must not contain U\+202E/u),
    });
    expect(await messagesOf(user)).toEqual([]);
  });

  it("makes two changes at once one after the other [DOC-4]", async () => {
    const user = aUser();
    await change(user, { name: "v" });
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => change(user, { name })));
    const sent = (await messagesOf(user)).map(({ data }) => data.data.user.version as number);
    expect(sent).toEqual([1, 2, 3, 4, 5]);
  });

  it("changes many records in one transaction, each with its own message [DOC-4]", async () => {
    const people = [aUser(), aUser(), aUser()];
    await change(people[1]!, { name: "v" });
    const changes = people.map((user) => ({ ...user, change: { name: "v" }, eventId: newId() }));
    const expected = [{ outcome: "created" }, { outcome: "unchanged" }, { outcome: "created" }];
    expect(await unitOfWork((editor) => editor.preview(changes))).toMatchObject(expected);
    expect(await messagesOf(people[0]!)).toEqual([]);
    expect(await unitOfWork((editor) => editor.change(changes, { at: AT }))).toMatchObject(expected);
    for (const user of people) expect(await messagesOf(user)).toHaveLength(1);
  });
});

describe("a page of the directory", () => {
  it("shows a company's records in the order of their ids, and how many there are [DOC-4]", async () => {
    const companyId = newId();
    const people = [newId(), newId(), newId()].map((_id) => ({ type: "user" as const, companyId, _id }));
    for (const user of people) await change(user, { name: "v" });
    await change(aUser(), { name: "of another company" });
    const page = await reader.page("user", companyId, { skip: 1, take: 1 });
    const ids = people.map(({ _id }) => _id).toSorted();
    expect(page).toMatchObject({ data: [{ _id: ids[1] }], total: 3 });
  });
});

const aGroup = () => ({ type: "group" as const, companyId: newId(), _id: newId() });

async function edit(group: ReturnType<typeof aGroup>, values: DirectoryChange) {
  const changes = [{ ...group, change: values, eventId: newId() }];
  return (await unitOfWork((editor) => editor.change(changes, { at: AT })))[0];
}

describe("a change of a group [SRC-2]", () => {
  const groups = store.db.collection("user_groups");

  it("writes and sends members, and takes the same ones in another order for no change", async () => {
    const group = aGroup();
    const [one, two, three] = [newId(), newId(), newId()];
    await edit(group, { name: "Directors", memberIds: [one, two] });
    expect(await edit(group, { memberIds: [two, one] })).toMatchObject({ outcome: "unchanged" });
    expect(await edit(group, { memberIds: [two, three] })).toMatchObject({
      outcome: "changed",
      fields: ["memberIds"],
    });
    const record = { _id: group._id, active: true, version: 2, name: "Directors", memberIds: [two, three] };
    expect(await reader.find("group", group.companyId, group._id)).toEqual(record);
    const sent = await store.db.collection("outbox").find({ key: group._id }).sort({ position: 1 }).toArray();
    expect(sent).toMatchObject([
      { subject: "directory.group.changed" },
      { data: { data: { companyId: group.companyId, group: record } } },
    ]);
  });

  it("neither shows nor changes a group that is kept by hand beside the directory's", async () => {
    const group = aGroup();
    const byHand = { _id: toObjectId(group._id), companyId: toObjectId(group.companyId), name: "Board" };
    await groups.insertOne(byHand);
    expect(await edit(group, { name: "Directors" })).toEqual({
      outcome: "invalid",
      reason: "_id: this group is kept by hand in the approval engine",
    });
    expect(await groups.findOne({ _id: byHand._id })).toEqual(byHand);
    expect(await reader.find("group", group.companyId, group._id)).toBeUndefined();
    const other = { ...aGroup(), companyId: group.companyId };
    await edit(other, { name: "Directors" });
    expect(await reader.page("group", group.companyId, { skip: 0, take: 9 })).toMatchObject({
      data: [{ _id: other._id }],
      total: 1,
    });
  });
});

const madeByOf = async (collection: string, _id: string) =>
  (await store.db.collection(collection).findOne({ _id: toObjectId(_id) }))?.["madeBy"] as object | undefined;
const byOf = (userId: string) => ({ userId, atMs: AT.getTime() });

describe("who made a record so [MEET-3]", () => {
  it("stands on it for each field on which seats depend, and goes with the messages; an importer leaves none", async () => {
    const ann = newId();
    const importer = undefined;
    const employee = { type: "employee" as const, companyId: newId(), _id: newId() };
    const changeBy = async (values: DirectoryChange, actorId: string | undefined) => {
      const by = { at: AT, ...(actorId !== undefined && { actorId }) };
      await unitOfWork((editor) => editor.change([{ ...employee, change: values, eventId: newId() }], by));
    };
    await changeBy({ userId: newId(), reportingTo: newId() }, importer);
    expect(await madeByOf("employees", employee._id)).toBeUndefined();
    await changeBy({ reportingTo: newId() }, ann);
    await changeBy({ departmentId: newId() }, importer);
    const madeBy = { fields: { reportingTo: byOf(ann) } };
    expect(await madeByOf("employees", employee._id)).toEqual(madeBy);
    const sent = await messagesOf(employee);
    expect(sent.at(-1)?.["data"].data.employee).toMatchObject({ version: 3, madeBy });
    expect(await reader.find("employee", employee.companyId, employee._id)).not.toHaveProperty("madeBy");
    await changeBy({ reportingTo: newId() }, importer);
    expect(await madeByOf("employees", employee._id)).toBeUndefined();
  });

  it("names the members who added themselves, as long as they stay", async () => {
    const [ann, bob] = [newId(), newId()];
    const group = aGroup();
    const members = async (memberIds: string[], actorId: string) => {
      const changes = [{ ...group, change: { memberIds }, eventId: newId() }];
      await unitOfWork((editor) => editor.change(changes, { at: AT, actorId }));
      return madeByOf("user_groups", group._id);
    };
    expect(await members([ann, bob], ann)).toEqual({ ownEntries: [byOf(ann)] });
    expect(await members([bob, ann, newId()], bob)).toMatchObject({ ownEntries: [byOf(ann)] });
    const marks = { takings: [byOf(bob)], givings: [byOf(bob)] };
    expect(await members([bob], bob)).toEqual(marks);
    expect(await members([ann, bob], bob)).toEqual(marks);
  });

  it.each([
    ["a person", "takes the leaver from a group"],
    ["an importer", "takes the leaver from a group"],
    ["a person", "closes the group"],
    ["an importer", "closes the group"],
  ])("name who marked a leaver, where %s %s", async (who, how) => {
    const [ann, bob, pia] = [newId(), newId(), newId()];
    const actorId = who === "a person" ? newId() : undefined;
    const group = aGroup();
    const user = (_id: string) => ({ type: "user" as const, companyId: group.companyId, _id });
    await change(group, { memberIds: [ann, bob, pia] });
    await change(user(ann), { active: false }, pia);
    await change(user(bob), { active: false });
    const isClosed = how === "closes the group";
    await change(group, isClosed ? { active: false } : { memberIds: [bob, pia] }, actorId);
    const takings = [byOf(pia), ...(actorId === undefined ? [] : [byOf(actorId)])];
    expect(await madeByOf("user_groups", group._id)).toEqual({ takings });
  });
});
