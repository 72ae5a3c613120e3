import { createDirectoryCopy } from "@countersign/directory";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { searchesOf, sortsAmong, scansAmong } from "../../test/searches.ts";
import type { Caller } from "../engine.ts";
import { groupsAmong, groupsOfMembers } from "./index.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);
const directory = createDirectoryCopy(store.db);

const SHOWN =
  "_id name memberIds members { _id name } active source ref createdAt updatedAt createdBy updatedBy";
const CREATE = `mutation ($input: CreateUserGroupInput!) { createUserGroup(input: $input) { ${SHOWN} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateUserGroupInput!) {
  updateUserGroup(id: $id, input: $input) { ${SHOWN} }
}`;
const DELETE = "mutation ($id: ID!) { deleteUserGroup(id: $id) }";
const PAGE = `query ($input: UserGroupPageInput) {
  userGroupPage(input: $input) { total data { ${SHOWN} } }
}`;

interface Shown {
  _id: string;
  name: string;
  memberIds: string[];
  members: { _id: string; name: string | null }[];
  active: boolean;
  source: string;
  ref: string | null;
  createdAt: string | null;
}

async function createdBy(admin: Caller, name: string, members: readonly Caller[]): Promise<Shown> {
  const input = { name, memberIds: members.map(({ userId }) => userId) };
  return (await as(admin).get<{ createUserGroup: Shown }>(CREATE, { input })).createUserGroup;
}
const pageOf = async (caller: Caller, input: object = {}) =>
  (await as(caller).get<{ userGroupPage: { total: number; data: Shown[] } }>(PAGE, { input })).userGroupPage;
const namesOf = async (caller: Caller, input?: object) =>
  (await pageOf(caller, input)).data.map(({ name }) => name);
const admins = () => {
  const company = aCompany();
  return { company, admin: company.user({ privileged: true }), member: company.user() };
};
const userNamed = ({ companyId, userId }: Caller, name: string) =>
  store.db.collection("users").insertOne({ _id: toObjectId(userId), companyId: toObjectId(companyId), name });

describe("a group that is kept by hand [SRC-2]", () => {
  it("is read by everybody of its company with its members, and by nobody else", async () => {
    const { company, admin, member } = admins();
    await userNamed(member, "Nora Lind");
    const unknown = company.user();
    const group = await createdBy(admin, "Directors", [unknown, member]);
    expect(group).toMatchObject({
      name: "Directors",
      memberIds: [unknown.userId, member.userId],
      members: [
        { _id: unknown.userId, name: null },
        { _id: member.userId, name: "Nora Lind" },
      ],
      active: true,
      source: "HAND",
      ref: "UG-000001",
      createdBy: admin.userId,
    });
    expect(await pageOf(member)).toEqual({ total: 1, data: [group] });
    expect(await pageOf(aCompany().user())).toEqual({ total: 0, data: [] });
  });

  it("is changed field by field, audited, and gone once it is deleted", async () => {
    const { company, admin, member } = admins();
    const { _id: id, memberIds } = await createdBy(admin, "Directors", [member]);
    const { updateUserGroup: renamed } = await as(admin).get<{ updateUserGroup: Shown }>(UPDATE, {
      id,
      input: { name: "Board" },
    });
    expect(renamed).toMatchObject({ name: "Board", memberIds });
    const other = company.user();
    const { updateUserGroup: staffed } = await as(admin).get<{ updateUserGroup: Shown }>(UPDATE, {
      id,
      input: { memberIds: [other.userId] },
    });
    expect(staffed).toMatchObject({ name: "Board", memberIds: [other.userId] });
    expect(await as(admin).get(DELETE, { id })).toEqual({ deleteUserGroup: true });
    expect(await pageOf(admin)).toEqual({ total: 0, data: [] });
    const { errors } = await as(admin).ask(UPDATE, { id, input: { name: "Other" } });
    expect(errors).toMatchObject([{ message: "Group not found", extensions: { code: "NOT_FOUND" } }]);
    const audited = await records.audit(id);
    expect(audited.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      "create user_groups",
      "update user_groups",
      "update user_groups",
      "delete user_groups",
    ]);
  });

  it("has the only one of its name, however it is written, until it is deleted", async () => {
    const { company, admin, member } = admins();
    const { _id: id } = await createdBy(admin, "Café Directors", [member]);
    const board = await createdBy(admin, "Board", [member]);
    const same = { name: " cafe\u0301  DIRECTORS", memberIds: [] };
    const taken = {
      message: 'There is a group " café  DIRECTORS" already',
      extensions: { code: "CONFLICT", field: "name" },
    };
    const before = await countAll(store);
    expect((await as(admin).ask(CREATE, { input: same })).errors).toMatchObject([taken]);
    const renaming = { id: board._id, input: { name: same.name } };
    expect((await as(admin).ask(UPDATE, renaming)).errors).toMatchObject([taken]);
    expect(await countAll(store)).toBe(before);
    // Its own name in another case is no other group, and other companies have their own.
    await as(admin).get(UPDATE, { id, input: { name: "CAFÉ DIRECTORS" } });
    await createdBy(aCompany().user({ privileged: true }), "Café Directors", []);
    await as(admin).get(DELETE, { id });
    await createdBy(company.user({ privileged: true }), "Café Directors", []);
    expect(await namesOf(admin)).toEqual(["Board", "Café Directors"]);
  });

  it("is one of two that are created or renamed at once with one name", async () => {
    const { admin } = admins();
    const [one, two] = [await createdBy(admin, "One", []), await createdBy(admin, "Two", [])];
    const both = await Promise.all([
      as(admin).ask(UPDATE, { id: one._id, input: { name: "Directors" } }),
      as(admin).ask(UPDATE, { id: two._id, input: { name: "directors" } }),
      as(admin).ask(CREATE, { input: { name: "DIRECTORS", memberIds: [] } }),
    ]);
    const refused = both.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions["code"]));
    expect(refused).toEqual(["CONFLICT", "CONFLICT"]);
  });

  it.each([
    ["no name", { name: "" }, "name", "must not be empty"],
    ["a name of 121 characters", { name: "x".repeat(121) }, "name", "must have at most 120 characters"],
    ["hidden characters", { name: "Dir\u202Eectors" }, "name", "must not contain U+202E"],
    [
      "501 members",
      { memberIds: Array.from({ length: 501 }, () => newId()) },
      "memberIds",
      "must have at most 500 items",
    ],
    ["a member twice", { memberIds: ["a".repeat(24), "A".repeat(24)] }, "memberIds.1", "must differ from"],
    ["a member that is no id", { memberIds: ["nora"] }, "memberIds.0", "24 hexadecimal characters"],
  ])("is refused with %s, created or changed, and nothing is written", async (_, wrong, field, rule) => {
    const { admin, member } = admins();
    const { _id: id } = await createdBy(admin, "Directors", [member]);
    const before = await countAll(store);
    for (const [query, variables] of [
      [CREATE, { input: { name: "Board", memberIds: [], ...wrong } }],
      [UPDATE, { id, input: wrong }],
    ] as const) {
      const { errors } = await as(admin).ask(query, variables);
      expect(errors).toMatchObject([
        { message: expect.stringContaining(rule), extensions: { code: "BAD_USER_INPUT", field } },
      ]);
    }
    expect(await countAll(store)).toBe(before);
  });

  it("holds 500 members", async () => {
    const { company, admin } = admins();
    const members = Array.from({ length: 500 }, () => company.user());
    expect((await createdBy(admin, "Everybody", members)).members).toHaveLength(500);
  });

  it("is changed by privileged people alone: no agent with such a token, and no leaver", async () => {
    const { company, admin, member } = admins();
    const { _id: id } = await createdBy(admin, "Directors", [member]);
    const changes = [
      [CREATE, { input: { name: "Board", memberIds: [] } }],
      [UPDATE, { id, input: { name: "Board" } }],
      [DELETE, { id }],
    ] as const;
    for (const [query, variables] of changes) {
      expect((await as(company.user()).ask(query, variables)).errors).toMatchObject([
        { message: "Only a privileged user may do this" },
      ]);
      const agent = company.user({ privileged: true, isAgent: true });
      expect((await as(agent).ask(query, variables)).errors).toMatchObject([
        { message: "Separation of duties: agent" },
      ]);
    }
    expect(await namesOf(admin)).toEqual(["Directors"]);
  });

  it("has members whom the directory knows where unknownPeople is REFUSE; those before stay [OPS-1]", async () => {
    const { company, admin, member } = admins();
    const unknown = company.user();
    const { _id: id } = await createdBy(admin, "Directors", [unknown]);
    await userNamed(member, "Nora Lind");
    await engine.updateApprovalSettings(admin, { unknownPeople: "REFUSE" });
    const stranger = company.user();
    const { errors } = await as(admin).ask(UPDATE, {
      id,
      input: { memberIds: [unknown.userId, member.userId, stranger.userId] },
    });
    expect(errors).toMatchObject([
      { message: `memberIds.2: ${stranger.userId} is not known in the directory` },
    ]);
    await as(admin).get(UPDATE, { id, input: { memberIds: [member.userId, unknown.userId] } });
    const creating = { input: { name: "Board", memberIds: [stranger.userId] } };
    expect((await as(admin).ask(CREATE, creating)).errors).toHaveLength(1);
  });
});

const aGroup = (companyId: string, values: object = {}) => ({
  _id: newId(),
  companyId,
  active: true,
  version: 1,
  name: "Directors",
  memberIds: [newId()],
  ...values,
});

async function apply({ companyId, ...group }: ReturnType<typeof aGroup>): Promise<string | undefined> {
  return directory.apply("group", companyId, group);
}

describe("a group of the directory [SRC-2]", () => {
  it("is shown beside those kept by hand, in the order of their names, also where it lacks values", async () => {
    const { company, admin, member } = admins();
    await createdBy(admin, "Board", [member]);
    const group = aGroup(company.companyId, { memberIds: [member.userId] });
    await apply(group);
    const nameless = { ...aGroup(company.companyId), name: undefined, memberIds: undefined } as never;
    await apply(nameless);
    const { total, data } = await pageOf(member);
    expect(total).toBe(3);
    const bare = { ref: null, createdAt: null, source: "DIRECTORY", active: true };
    const [first, second, third] = data;
    expect(first).toMatchObject({ ...bare, memberIds: [], members: [] });
    expect(first!.name).toBe(first!._id);
    expect(second).toMatchObject({ name: "Board", source: "HAND" });
    expect(third).toMatchObject({ ...bare, _id: group._id, name: "Directors", memberIds: [member.userId] });
    expect(await namesOf(member, { keyword: "rect" })).toEqual(["Directors"]);
    expect(await namesOf(member, { skip: 1, take: 1 })).toEqual(["Board"]);
  });

  it("is changed and deleted by nobody but the directory, which closes it", async () => {
    const { company, admin } = admins();
    const group = aGroup(company.companyId);
    await apply(group);
    const before = await countAll(store);
    for (const [query, input] of [
      [UPDATE, { name: "Board" }],
      [DELETE, undefined],
    ] as const) {
      const { errors } = await as(admin).ask(query, { id: group._id, ...(input && { input }) });
      expect(errors).toMatchObject([
        {
          message: 'The group "Directors" comes from the directory, and is changed only there',
          extensions: { code: "CONFLICT" },
        },
      ]);
    }
    expect(await countAll(store)).toBe(before);
    expect((await pageOf(admin)).data).toMatchObject([{ name: "Directors", active: true }]);
    await apply({ ...group, version: 2, active: false });
    expect((await pageOf(admin)).data).toMatchObject([{ name: "Directors", active: false }]);
  });

  it("may have the name of one that is kept by hand", async () => {
    const { company, admin } = admins();
    await createdBy(admin, "Directors", []);
    expect(await apply(aGroup(company.companyId))).toBeUndefined();
    await apply(aGroup(company.companyId, { name: "Board" }));
    await createdBy(admin, "Board", []);
    expect(await namesOf(admin)).toEqual(["Board", "Board", "Directors", "Directors"]);
  });

  it("never takes the place of one that is kept by hand", async () => {
    const { company, admin, member } = admins();
    const { _id } = await createdBy(admin, "Board", [member]);
    const refused = "_id: this group is kept by hand in the approval engine";
    expect(await apply(aGroup(company.companyId, { _id, version: 7 }))).toBe(refused);
    expect(await namesOf(admin)).toEqual(["Board"]);
  });
});

describe("what other features read of groups [SRC-2]", () => {
  it("has living groups of the company alone, by one command on an index", async () => {
    const { company, admin, member } = admins();
    const [kept, gone] = [
      await createdBy(admin, "Board", [member]),
      await createdBy(admin, "Gone", [member]),
    ];
    await as(admin).get(DELETE, { id: gone._id });
    const closed = { _id: newId(), active: false, version: 1, name: "Closed", memberIds: [member.userId] };
    await directory.apply("group", company.companyId, closed);
    const theirs = await createdBy(aCompany().user({ privileged: true }), "Theirs", [member]);
    const ids = [kept._id, gone._id, closed._id, theirs._id, newId(), kept._id];
    const expected = new Map([
      [kept._id, { name: "Board", memberIds: [member.userId], active: true }],
      [closed._id, { name: "Closed", memberIds: [member.userId], active: false }],
    ]);
    const searches = await searchesOf(store, async () => {
      expect(await groupsAmong(store, company.companyId, ids)).toEqual(expected);
      expect(await groupsOfMembers(store, company.companyId, [member.userId])).toEqual(expected);
    });
    expect(searches).toHaveLength(2);
    expect(await scansAmong(store, searches)).toEqual([]);
    expect(await sortsAmong(store, searches)).toEqual([]);
    expect(await groupsAmong(store, company.companyId, [])).toEqual(new Map());
    expect(await groupsOfMembers(store, company.companyId, [newId()])).toEqual(new Map());
  });
});
