import { MESSAGES, parseContract } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { type TestUser, useOwnerService } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { hrService } from "./service.ts";

const hr = await useOwnerService(hrService, ["users", "employees", "departments", "user_groups"]);
const { db } = hr.store;
const anAdmin = () => hr.user({ privileged: true });

const RESOURCES = {
  user: { path: "/api/users", body: { name: "Nora Lind" } },
  employee: { path: "/api/employees", body: { userId: "a".repeat(24) } },
  department: { path: "/api/departments", body: { name: "Operations" } },
  group: { path: "/api/groups", body: { memberIds: ["a".repeat(24), "b".repeat(24)] } },
} as const;
type Type = keyof typeof RESOURCES;
const TYPES = Object.keys(RESOURCES) as Type[];

async function create(type: Type, admin: TestUser, body: object = RESOURCES[type].body) {
  const answer = await hr.call("POST", RESOURCES[type].path, admin, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { _id: string; version: number; active: boolean };
}

/** The messages of a record as the outbox has them. */
const sentOf = (id: string) => db.collection("outbox").find({ key: id }).sort({ position: 1 }).toArray();

describe("whoever has left the company", () => {
  it("is refused with 403, by the directory that the service keeps itself [FIX-2]", async () => {
    const admin = await anAdmin();
    const { _id } = await create("user", admin);
    const leaver = await hr.user({ companyId: admin.companyId, userId: _id, privileged: true });
    expect((await hr.call("GET", "/api/leaves", leaver)).status).toBe(200);
    await hr.call("POST", `/api/users/${_id}/deactivate`, admin);
    for (const [method, path] of [
      ["GET", "/api/leaves"],
      ["POST", "/api/leaves"],
      ["POST", `/api/users/${admin.userId}/deactivate`],
    ] as const) {
      const answer = await hr.call(method, path, leaver, method === "POST" ? {} : undefined);
      expect(answer).toMatchObject({ status: 403, body: { message: "You have left the company" } });
    }
  });
});

describe.each(TYPES)("a record of the type %s", (type) => {
  const { path, body } = RESOURCES[type];

  it("is created, changed and deactivated, each time with the next version and a message [DOC-4]", async () => {
    const admin = await anAdmin();
    const created = await create(type, admin);
    const { _id } = created;
    expect(created).toEqual({ _id, active: true, version: 1, ...body });
    const [field = ""] = Object.keys(body);
    const changed = await hr.call("PATCH", `${path}/${_id}`, admin, { [field]: null });
    expect(changed).toMatchObject({ status: 200, body: { _id, active: true, version: 2 } });
    expect(changed.body).not.toHaveProperty(field);
    const left = await hr.call("POST", `${path}/${_id}/deactivate`, admin);
    expect(left).toMatchObject({ status: 200, body: { _id, active: false, version: 3 } });
    expect(await hr.call("GET", `${path}/${_id}`, admin)).toMatchObject({ status: 200, body: left.body });

    const { type: event, data } = MESSAGES[`${type}Changed`];
    const sent = await sentOf(_id);
    expect(sent.map(({ service, subject }) => ({ service, subject }))).toEqual(
      Array.from({ length: 3 }, () => ({ service: "hr-service", subject: event })),
    );
    const records = sent.map((row) => parseContract(data, row["data"].data));
    expect(records).toMatchObject([
      { companyId: admin.companyId, [type]: created },
      { companyId: admin.companyId, [type]: { _id, active: true, version: 2 } },
      { companyId: admin.companyId, [type]: left.body },
    ]);
  });

  it("that stays as it is keeps its version, and sends nothing [DOC-4]", async () => {
    const admin = await anAdmin();
    const { _id } = await create(type, admin);
    expect(await hr.call("PATCH", `${path}/${_id}`, admin, body)).toMatchObject({ body: { version: 1 } });
    await hr.call("POST", `${path}/${_id}/deactivate`, admin);
    const again = await hr.call("POST", `${path}/${_id}/deactivate`, admin);
    expect(again).toMatchObject({ status: 200, body: { active: false, version: 2 } });
    expect(await sentOf(_id)).toHaveLength(2);
  });

  it("may come back [DOC-4]", async () => {
    const admin = await anAdmin();
    const { _id } = await create(type, admin, { ...body, active: false });
    const back = await hr.call("PATCH", `${path}/${_id}`, admin, { active: true });
    expect(back).toMatchObject({ body: { active: true, version: 2 } });
  });

  it("is listed in pages, in the order of the ids, of the company alone [DOC-4]", async () => {
    const admin = await anAdmin();
    const ids = [await create(type, admin), await create(type, admin), await create(type, admin)]
      .map(({ _id }) => _id)
      .toSorted();
    await create(type, await anAdmin());
    const { body: page } = await hr.call("GET", `${path}?skip=1&take=2`, admin);
    expect(page).toMatchObject({ data: [{ _id: ids[1] }, { _id: ids[2] }], total: 3 });
  });

  it("of another company is missing, and its id is taken [DOC-4]", async () => {
    const [admin, stranger] = [await anAdmin(), await anAdmin()];
    const { _id } = await create(type, admin);
    const missing = { status: 404, body: { message: `There is no such ${type}` } };
    expect(await hr.call("GET", `${path}/${_id}`, stranger)).toMatchObject(missing);
    expect(await hr.call("PATCH", `${path}/${_id}`, stranger, body)).toMatchObject(missing);
    expect(await hr.call("POST", `${path}/${_id}/deactivate`, stranger)).toMatchObject(missing);
    expect(await hr.call("POST", path, stranger, { _id })).toMatchObject({ status: 409 });
    expect((await hr.call("GET", path, stranger)).body).toEqual({ data: [], total: 0 });
    expect(await hr.call("GET", `${path}/${_id}`, admin)).toMatchObject({ body: { version: 1 } });
  });

  it("that is not there is neither changed nor created by a change [DOC-4]", async () => {
    const admin = await anAdmin();
    const id = newId();
    expect(await hr.call("PATCH", `${path}/${id}`, admin, body)).toMatchObject({ status: 404 });
    expect(await hr.call("GET", path, admin)).toMatchObject({ body: { total: 0 } });
    expect(await sentOf(id)).toEqual([]);
  });

  // The rights table: who asks, and what the answer is.
  it.each([
    ["nobody", 401, 401],
    ["a user", 403, 403],
    ["a privileged user", 200, 201],
  ] as const)(
    "asked for by %s answers reads with %i and writes with %i [DOC-4]",
    async (who, read, written) => {
      const admin = await anAdmin();
      const { companyId } = admin;
      const { _id } = await create(type, admin);
      const callers = {
        nobody: undefined,
        "a user": await hr.user({ companyId }),
        "a privileged user": admin,
      };
      const ask = async (method: string, url: string, sent?: object) =>
        (await hr.call(method, url, callers[who], sent)).status;
      expect(await ask("GET", path)).toBe(read);
      expect(await ask("GET", `${path}/${_id}`)).toBe(read);
      expect(await ask("PATCH", `${path}/${_id}`, { active: true })).toBe(read);
      expect(await ask("POST", `${path}/${_id}/deactivate`)).toBe(read);
      expect(await ask("POST", path, body)).toBe(written);
    },
  );
});

it("is created once when it is sent several times at once with the same id [DOC-4]", async () => {
  const admin = await anAdmin();
  const _id = newId();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => hr.call("POST", "/api/users", admin, { _id, name: "Nora" })),
  );
  const byStatus = Object.groupBy(answers, ({ status }) => status);
  expect([byStatus[201]?.length, byStatus[409]?.length]).toEqual([1, 4]);
  expect(await sentOf(_id)).toHaveLength(1);
});

it("a user without a version counts as version 0 [DOC-4]", async () => {
  const admin = await anAdmin();
  const _id = newId();
  const row = { _id: toObjectId(_id), companyId: toObjectId(admin.companyId), name: "Nora", email: null };
  await db.collection("users").insertOne(row);
  const { body } = await hr.call("GET", `/api/users/${_id}`, admin);
  expect(body).toEqual({ _id, active: true, version: 0, name: "Nora" });
  const changed = await hr.call("PATCH", `/api/users/${_id}`, admin, { timeZone: "Europe/Oslo" });
  expect(changed.body).toEqual({ _id, active: true, version: 1, name: "Nora", timeZone: "Europe/Oslo" });
});

it.each<[string, unknown, number, string]>([
  ["no JSON", "{", 400, "JSON"],
  ["a list", [], 400, "expected object"],
  ["an unknown field", { phone: "1" }, 400, "phone: unknown argument"],
  ["a field of another record", { hodId: newId() }, 400, "hodId: unknown argument"],
  ["a version of its own", { version: 9 }, 400, "version: unknown argument"],
  ["another company", { companyId: newId() }, 400, "companyId: unknown argument"],
  ["hidden letters", { name: "Nora\u202Efdp" }, 400, "name: must not contain U+202E"],
  ["hidden letters in an address", { email: "n\u200Bora@a.example" }, 400, "email: must not contain U+200B"],
  ["no address", { email: "nora" }, 400, "email: must be an e-mail address"],
  ["an unknown zone", { timeZone: "Europe/Atlantis" }, 400, "timeZone: must be an IANA time zone"],
  ["an unknown language", { locale: "german" + "x".repeat(9) }, 400, "locale: must be a BCP 47 language tag"],
  ["a long name", { name: "x".repeat(201) }, 400, "name: must have at most 200 characters"],
  ["a name of a megabyte", { name: "x".repeat(1e6) }, 413, "too large"],
  ["a malformed id", { _id: "nora" }, 400, "_id: must be 24 hexadecimal characters"],
  ["half an answer", { active: "yes" }, 400, "active: must be true or false"],
])("a user with %s is refused, and nothing is written [DOC-4]", async (_what, body, status, message) => {
  const admin = await anAdmin();
  const answer = await hr.call("POST", "/api/users", admin, body);
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
  expect(await db.collection("users").countDocuments()).toBe(0);
  expect(await db.collection("outbox").countDocuments()).toBe(0);
});

it("an employee may name a department that is not there, or not the company's [DOC-4]", async () => {
  const admin = await anAdmin();
  const { _id: departmentId } = await create("department", await anAdmin());
  expect(await create("employee", admin, { departmentId })).toMatchObject({ departmentId, version: 1 });
});

it("has a description whose schemas are those that read the requests [DOC-4]", async () => {
  const { body } = await hr.call("GET", "/api/openapi.json");
  const { schemas } = body["components"] as { schemas: Record<string, object> };
  const user = ["name", "email", "timeZone", "locale", "active"];
  expect(schemas).toMatchObject({
    NewUser: { additionalProperties: false, properties: { _id: {} }, required: [] },
    ChangedUser: { additionalProperties: false, required: [] },
    User: { required: ["_id", "active", "version"] },
  });
  for (const [name, fields] of [
    ["NewUser", [...user, "_id"]],
    ["ChangedUser", user],
    ["User", ["_id", ...user, "version"]],
  ] as const) {
    expect(Object.keys((schemas[name] as { properties: object }).properties)).toEqual(fields);
  }
});
