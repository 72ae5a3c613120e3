import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore, waitFor } from "@countersign/testing";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { UsageError } from "../../usage.ts";
import { parseDirectoryArguments } from "./directory-command.ts";
import { importDirectory } from "./import-directory.ts";

const store = await useTestStore();
const { db } = store;
const folder = mkdtempSync(join(tmpdir(), "countersign-directory-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function fileOf(content: string | Buffer, format: "csv" | "json" = "csv"): string {
  const file = join(folder, `${(files += 1)}.${format}`);
  writeFileSync(file, content);
  return file;
}

/** Imports a file in this process, and returns what was said. */
async function imported(
  content: string | Buffer,
  options: { format?: "csv" | "json"; dryRun?: boolean } = {},
) {
  const { format = "csv", dryRun = false } = options;
  const said: string[] = [];
  const file = fileOf(content, format);
  const sound = await importDirectory(store, { file, format, dryRun }, (line) => said.push(line));
  return { sound, said };
}

const HEADER =
  "type,companyId,_id,active,name,email,timeZone,locale,userId,departmentId,reportingTo,hrId,hodId";
const csvOf = (...rows: string[]) => `${HEADER}\n${rows.map((row) => `${row}\n`).join("")}`;
const company = newId();
/** A row of a user. */
const userRow = (
  id: string,
  values: { name?: string; active?: string; companyId?: string; email?: string } = {},
) =>
  `user,${values.companyId ?? company},${id},${values.active ?? ""},${values.name ?? "Nora"},${values.email ?? ""},,,,,,,`;
const employeeRow = (id: string, reportingTo: string) =>
  `employee,${company},${id},,,,,,${newId()},,${reportingTo},,`;
const rowOf = (collection: string, id: string) => db.collection(collection).findOne({ _id: toObjectId(id) });
const messagesOf = (id: string) => db.collection("outbox").find({ key: id }).sort({ position: 1 }).toArray();
const countOutbox = () => db.collection("outbox").countDocuments();

const run = (...args: string[]) =>
  runCommand("ops/directory", ["import", ...args], { MONGODB_URI: store.uri, MONGODB_DB: store.dbName });

describe("npm run directory -- import", () => {
  it("writes records of every type, with their messages for the engine's relay [DOC-4]", async () => {
    const [user, employee, department] = [newId(), newId(), newId()];
    const { sound, said } = await imported(
      csvOf(
        `user,${company},${user},,Nora Lind,nora@a.example,Europe/Oslo,nb-NO,,,,,`,
        `employee,${company},${employee},true,,,,,${user},${department},${newId()},${newId()},`,
        `department,${company},${department},false,Operations,,,,,,,,${user}`,
      ),
    );
    expect(said).toEqual([
      `line 2: user ${user} created`,
      `line 3: employee ${employee} created`,
      `line 4: department ${department} created`,
      "3 created, 0 changed, 0 unchanged, 0 refused",
    ]);
    expect(sound).toBe(true);
    const stored = { version: 1, name: "Nora Lind", timeZone: "Europe/Oslo", locale: "nb-NO", active: true };
    expect(await rowOf("users", user)).toMatchObject(stored);
    expect(await rowOf("employees", employee)).toMatchObject({ departmentId: toObjectId(department) });
    expect(await rowOf("departments", department)).toMatchObject({ active: false, hodId: toObjectId(user) });
    expect(await messagesOf(user)).toMatchObject([
      {
        service: "approval-engine",
        subject: "directory.user.changed",
        data: { source: "/countersign/approval-engine", data: { companyId: company, user: stored } },
      },
    ]);
  });

  it("changes nothing the second time, and afterwards what differs [DOC-4]", async () => {
    const [nora, milan] = [newId(), newId()];
    const file = csvOf(userRow(nora), userRow(milan, { name: "Milan" }));
    await imported(file);
    const before = await countOutbox();
    const again = await imported(file);
    expect(again.said.at(-1)).toBe("0 created, 0 changed, 2 unchanged, 0 refused");
    expect(await countOutbox()).toBe(before);
    const { said } = await imported(
      csvOf(userRow(nora, { active: "false" }), userRow(milan, { name: "Milan Cole" })),
    );
    expect(said).toEqual([
      `line 2: user ${nora} changed: active`,
      `line 3: user ${milan} changed: name`,
      "0 created, 2 changed, 0 unchanged, 0 refused",
    ]);
    expect(await rowOf("users", nora)).toMatchObject({ active: false, version: 2 });
    expect(await messagesOf(milan)).toHaveLength(2);
  });

  it("leaves values whose column the file lacks, and removes those whose cell is empty [DOC-4]", async () => {
    const _id = newId();
    await imported(csvOf(`user,${company},${_id},false,Nora,n@a.example,Europe/Oslo,nb,,,,,`));
    const { said } = await imported(`type,companyId,_id,name,email\nuser,${company},${_id},Nora,\n`);
    expect(said[0]).toBe(`line 2: user ${_id} changed: email`);
    const row = await rowOf("users", _id);
    expect(row).toMatchObject({ name: "Nora", timeZone: "Europe/Oslo", locale: "nb", active: false });
    expect(row).not.toHaveProperty("email");
  });

  it("reads JSON likewise: an absent value stays, and null removes it [DOC-4]", async () => {
    const _id = newId();
    const user = { type: "user", companyId: company, _id };
    const rows = [
      { ...user, name: "Nora", email: "n@a.example", active: true },
      { ...user, email: null },
      { ...user, _id: newId(), name: 5 },
      "user",
    ];
    const { sound, said } = await imported(`\uFEFF${JSON.stringify(rows)}`, { format: "json" });
    expect(said).toEqual([
      `record 1: user ${_id} created`,
      `record 2: user ${_id} changed: email`,
      "record 3: refused: name: Invalid input: expected string, received number",
      "record 4: refused: Invalid input: expected object, received string",
      "1 created, 1 changed, 0 unchanged, 2 refused",
    ]);
    expect(sound).toBe(false);
    expect(await messagesOf(_id)).toHaveLength(2);
  });

  it("raises records without a version to version 1 when they change [DOC-4]", async () => {
    const _id = newId();
    const row = { _id: toObjectId(_id), companyId: toObjectId(company), name: "Nora", badge: 7 };
    await db.collection("users").insertOne(row);
    expect((await imported(csvOf(userRow(_id)))).said[0]).toBe(`line 2: user ${_id} unchanged`);
    expect((await imported(csvOf(userRow(_id, { name: "Nora Lind" })))).said[0]).toContain("changed: name");
    expect(await rowOf("users", _id)).toEqual({ ...row, name: "Nora Lind", active: true, version: 1 });
  });

  it("says with --dry-run what it would do, and writes nothing [DOC-4]", async () => {
    const [there, missing] = [newId(), newId()];
    await imported(csvOf(userRow(there)));
    const before = await countOutbox();
    const { said } = await imported(
      csvOf(userRow(there, { name: "Nora Lind" }), userRow(missing), userRow("nora")),
      { dryRun: true },
    );
    expect(said).toEqual([
      `line 2: user ${there} changed: name`,
      `line 3: user ${missing} created`,
      "line 4: refused: _id: must be 24 hexadecimal characters",
      "1 created, 1 changed, 0 unchanged, 1 refused (dry run: nothing was written)",
    ]);
    expect(await rowOf("users", missing)).toBeNull();
    expect(await countOutbox()).toBe(before);
  });

  it.each<[string, string, string]>([
    ["a missing id", `user,${company},,,Nora,,,,,,,,`, "_id: must be 24 hexadecimal characters"],
    ["an unknown type", `team,${company},${newId()},,Nora,,,,,,,,`, "type: Invalid option: expected one of"],
    [
      "another type's value",
      `user,${company},${newId()},,Nora,,,,,${newId()},,,`,
      "departmentId: unknown argument",
    ],
    [
      "an unknown zone",
      `user,${company},${newId()},,Nora,,Mars/Olympus,,,,,,`,
      "timeZone: must be an IANA time zone",
    ],
    [
      "an unknown language",
      `user,${company},${newId()},,Nora,,,German (AT),,,,,`,
      "locale: must be a BCP 47 language tag",
    ],
    ["hidden letters", `user,${company},${newId()},,No\u202Era,,,,,,,,`, "name: must not contain U+202E"],
    [
      "a truth that is none",
      `user,${company},${newId()},maybe,Nora,,,,,,,,`,
      "active: must be true or false",
    ],
    ["a long name", `user,${company},${newId()},,${"x".repeat(201)},,,,,,,,`, "name: must have at most 200"],
    ["two lines in a name", `user,${company},${newId()},,"No\nra",,,,,,,,`, "name: must not contain control"],
    ["too few values", `user,${company},${newId()}`, "has 3 values, but there are 13 columns"],
    ["too many values", `${userRow(newId())},x`, "has 14 values, but there are 13 columns"],
    [
      "a million values",
      `${userRow(newId())}${",".repeat(60_000)}x`,
      "has 64 values, but there are 13 columns",
    ],
  ])("refuses a line with %s, and writes the others [DOC-4]", async (_what, row, reason) => {
    const [first, last] = [newId(), newId()];
    const { sound, said } = await imported(csvOf(userRow(first), row, userRow(last)));
    expect(sound).toBe(false);
    expect(said[1]).toContain(`line 3: refused: ${reason}`);
    expect(said.at(-1)).toBe("2 created, 0 changed, 0 unchanged, 1 refused");
    expect(await rowOf("users", last)).toMatchObject({ name: "Nora" });
  });

  it.each(["TRUE", "True", "yes", "YES", "1"])(
    "reads %s as true, whatever spreadsheet wrote it [FIX-7]",
    async (active) => {
      const _id = newId();
      await imported(csvOf(userRow(_id, { active })));
      expect(await rowOf("users", _id)).toMatchObject({ active: true });
    },
  );

  it.each(["FALSE", "no", "No", "0"])("reads %s as false [FIX-7]", async (active) => {
    const _id = newId();
    await imported(csvOf(userRow(_id, { active })));
    expect(await rowOf("users", _id)).toMatchObject({ active: false });
  });

  it.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["commas", ","],
  ])("reads a file with %s, blank rows and empty columns at the end [FIX-7]", async (_what, separator) => {
    const _id = newId();
    const rows = [
      ["type", "companyId", "_id", "name", "email", "", ""],
      ["", "", "", "", "", "", ""],
      ["user", ` ${company}`, `${_id}\u00A0`, " Ha\u0308nsel, Anna;\u3000", " anna@a.example ", "", ""],
      [" ", "", "", "", "", "", ""],
    ];
    const text = rows
      .map((row) => row.map((cell) => (cell === "" ? "" : `"${cell}"`)).join(separator))
      .join("\r\n");
    const { said } = await imported(text);
    expect(said).toEqual([`line 3: user ${_id} created`, "1 created, 0 changed, 0 unchanged, 0 refused"]);
    expect(await rowOf("users", _id)).toMatchObject({ name: "H\u00E4nsel, Anna;", email: "anna@a.example" });
  });

  it.each([
    ["a line sep=;", "sep=;\r\n", ";", "\r\n"],
    ["a line sep=; in quotes", '\uFEFF"sep=;"\n', ";", "\n"],
    ["a line SEP=|", "SEP=|\r\n", "|", "\r\n"],
    ["a line sep=,", "sep=,\n", ",", "\n"],
    ["lines that end with a carriage return", "\r", ",", "\r"],
    ["a line sep=; and carriage returns", "sep=;\r", ";", "\r"],
  ])("reads a file with %s, and counts its lines [FIX-7]", async (_what, first, separator, end) => {
    const [nora, milan] = [newId(), newId()];
    const rows = [
      ["type", "companyId", "_id", "name"],
      ["user", company, nora, "Nora, a;b"],
      ["user", company, milan, "Milan"],
      ["user", company, "nobody", "Nobody"],
    ];
    const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join(end);
    const { said } = await imported(first + text);
    expect(said).toEqual([
      `line 3: user ${nora} created`,
      `line 4: user ${milan} created`,
      "line 5: refused: _id: must be 24 hexadecimal characters",
      "2 created, 0 changed, 0 unchanged, 1 refused",
    ]);
    expect(await rowOf("users", nora)).toMatchObject({ name: "Nora, a;b" });
  });

  it("reports an e-mail that two users have, and imports both [FIX-7]", async () => {
    const [nora, milan] = [newId(), newId()];
    const { said, sound } = await imported(
      csvOf(
        userRow(nora, { email: "n@a.example" }),
        userRow(milan, { email: "N@A.example" }),
        userRow(nora, { email: "n@a.example" }),
      ),
    );
    expect(sound).toBe(true);
    expect(said.slice(0, 3)).toEqual([
      `line 2: user ${nora} created`,
      `line 3: user ${milan} created; line 2 has the same e-mail`,
      `line 4: user ${nora} unchanged`,
    ]);
  });

  it("reports managers in a circle, by the file and by the store, and imports them [FIX-7]", async () => {
    const [ann, bob, cas, dan, eve] = [newId(), newId(), newId(), newId(), newId()];
    const first = await imported(
      csvOf(employeeRow(ann, bob), employeeRow(bob, cas), employeeRow(cas, bob), employeeRow(dan, dan)),
    );
    expect(first.sound).toBe(true);
    expect(first.said.slice(4)).toEqual([
      `line 3: managers in a circle: ${bob} → ${cas} → ${bob}`,
      `line 5: managers in a circle: ${dan} → ${dan}`,
      "4 created, 0 changed, 0 unchanged, 0 refused",
    ]);
    expect(await rowOf("employees", cas)).toMatchObject({ reportingTo: toObjectId(bob) });
    const mended = await imported(csvOf(employeeRow(cas, ""), employeeRow(dan, ann)));
    expect(mended.said.slice(2)).toEqual(["0 created, 2 changed, 0 unchanged, 0 refused"]);
    const dry = await imported(csvOf(employeeRow(cas, ann), employeeRow(eve, cas)), { dryRun: true });
    expect(dry.said.slice(2, -1)).toEqual([
      `line 2: managers in a circle: ${cas} → ${ann} → ${bob} → ${cas}`,
    ]);
  });

  it("writes groups, their members in one cell with blanks between them [SRC-2]", async () => {
    const [_id, one, two] = [newId(), newId(), newId()];
    const file = `type,companyId,_id,name,memberIds\ngroup,${company},${_id},Directors,${one} ${two}\n`;
    expect((await imported(file)).said[0]).toBe(`line 2: group ${_id} created`);
    expect(await rowOf("user_groups", _id)).toMatchObject({
      name: "Directors",
      memberIds: [toObjectId(one), toObjectId(two)],
      active: true,
      version: 1,
    });
    expect(await messagesOf(_id)).toMatchObject([{ subject: "directory.group.changed" }]);
    const quoted = file.replace(`${one} ${two}`, `"${two}, ${one}"`);
    expect((await imported(quoted)).said[0]).toBe(`line 2: group ${_id} unchanged`);
    const emptied = file.replace(`${one} ${two}`, "");
    expect((await imported(emptied)).said[0]).toBe(`line 2: group ${_id} changed: memberIds`);
    const json = JSON.stringify([{ type: "group", companyId: company, _id, memberIds: [one] }]);
    expect((await imported(json, { format: "json" })).said[0]).toBe(
      `record 1: group ${_id} changed: memberIds`,
    );
    expect(await rowOf("user_groups", _id)).toMatchObject({ memberIds: [toObjectId(one)], version: 3 });
  });

  it("refuses groups that are kept by hand, and members that cannot be any [SRC-2]", async () => {
    const _id = newId();
    await db
      .collection("user_groups")
      .insertOne({ _id: toObjectId(_id), companyId: toObjectId(company), name: "Board" });
    const other = newId();
    const { sound, said } = await imported(
      [
        "type,companyId,_id,name,memberIds",
        `group,${company},${_id},Directors,`,
        `group,${company},${other},Directors,nora`,
        `group,${company},${other},Directors,${_id} ${_id}`,
        `user,${company},${other},Nora,${_id}`,
      ].join("\n"),
    );
    expect(sound).toBe(false);
    expect(said).toEqual([
      "line 2: refused: _id: this group is kept by hand in the approval engine",
      "line 3: refused: memberIds.0: must be 24 hexadecimal characters",
      "line 4: refused: memberIds.1: must differ from the members before",
      "line 5: refused: memberIds: unknown argument",
      "0 created, 0 changed, 0 unchanged, 4 refused",
    ]);
    expect(await rowOf("user_groups", _id)).toMatchObject({ name: "Board" });
    expect(await rowOf("user_groups", other)).toBeNull();
  });

  it("refuses another company's id, and leaves its record [DOC-4]", async () => {
    const _id = newId();
    await imported(csvOf(userRow(_id)));
    const { said } = await imported(csvOf(userRow(_id, { companyId: newId(), name: "Mallory" })));
    expect(said[0]).toBe("line 2: refused: _id: another company has this id");
    expect(await rowOf("users", _id)).toMatchObject({ name: "Nora", version: 1 });
  });

  it("refuses a line that is not UTF-8, and takes a byte order mark [DOC-4]", async () => {
    const [good, latin] = [newId(), newId()];
    const rows = [userRow(good, { name: "Jürgen" }), userRow(latin, { name: "J?rgen" })];
    const bytes = Buffer.from(`\uFEFF${csvOf(...rows)}`);
    bytes[bytes.indexOf("J?rgen") + 1] = 0xfc;
    const { said } = await imported(bytes);
    expect(said.slice(0, 2)).toEqual([`line 2: user ${good} created`, "line 3: refused: name: is not UTF-8"]);
    expect(await rowOf("users", good)).toMatchObject({ name: "Jürgen" });
  });

  it.each<[string, string, string | Buffer]>([
    ["no columns", "the names of the columns are missing", ""],
    ["a missing column", "missing columns: companyId", "type,_id,name\n"],
    ["unknown columns", "unknown columns: phone, Fax[U+202E]", "type,companyId,_id,phone,Fax\u202E\n"],
    ["a column twice", "columns that are there twice: _id", "type,companyId,_id,_id\n"],
    ["another encoding", "is not UTF-8", Buffer.from(`\uFEFF${HEADER}\n`, "utf16le")],
  ])("refuses a file with %s at its first line [DOC-4]", async (_what, reason, content) => {
    const { sound, said } = await imported(content);
    expect(sound).toBe(false);
    expect(said[0]).toContain(`line 1: refused: ${reason}`);
    expect(said[1]).toBe("0 created, 0 changed, 0 unchanged, 1 refused");
  });

  it.each<[string, string, string]>([
    ["no JSON", "[{", "the file: refused: is not JSON"],
    ["no array", "{}", "the file: refused: must be an array of records"],
    [
      "broken letters",
      `[{"type":"user","companyId":"${company}","_id":"${newId()}","name":"J\uFFFDrgen"}]`,
      "record 1: refused: name: is not UTF-8",
    ],
    [
      "a prototype",
      `[{"type":"user","companyId":"${company}","_id":"${newId()}","__proto__":{}}]`,
      "record 1: refused: __proto__: unknown argument",
    ],
  ])("refuses JSON with %s [DOC-4]", async (_what, content, reason) => {
    const { sound, said } = await imported(content, { format: "json" });
    expect(sound).toBe(false);
    expect(said[0]).toContain(reason);
  });

  it.each<[string, string]>([
    ["a quote that is never closed", `user,${company},${newId()},,"Nora,,,,,,,,`],
    ["a quote inside a value", `user,${company},${newId()},,No"ra,,,,,,,,`],
    ["a value of a megabyte", userRow(newId(), { name: "x".repeat(1e6) })],
  ])("stops at %s, because it cannot tell where the next line begins [DOC-4]", async (_what, row) => {
    const [first, last] = [newId(), newId()];
    const { sound, said } = await imported(csvOf(userRow(first), row, userRow(last)));
    expect(sound).toBe(false);
    expect(said[0]).toBe(`line 2: user ${first} created`);
    expect(said[1]).toMatch(/^line 3: refused: cannot be read, nor what follows: /u);
    expect(await rowOf("users", last)).toBeNull();
  });

  it("names the line on which a record begins, whatever line breaks there are [DOC-4]", async () => {
    const ids = [newId(), newId(), newId(), newId()];
    const rows = [
      userRow(ids[0]!, { name: '"a\r\nb"' }),
      userRow(ids[1]!, { name: '"a\nb"' }),
      "",
      userRow(ids[2]!),
      userRow(ids[3]!),
    ];
    const { said } = await imported([HEADER, ...rows].join("\r\n"));
    expect(said.slice(0, 4).map((line) => line.split(":")[0])).toEqual([
      "line 2",
      "line 4",
      "line 7",
      "line 8",
    ]);
  });

  it("writes many lines in transactions of a hundred, also when they name a record twice [DOC-4]", async () => {
    const ids = Array.from({ length: 250 }, () => newId());
    const rows = ids.map((id) => userRow(id));
    const { said } = await imported(csvOf(...rows, userRow(ids[249]!, { name: "Again" })));
    expect(said.at(-1)).toBe("250 created, 1 changed, 0 unchanged, 0 refused");
    expect(await rowOf("users", ids[249]!)).toMatchObject({ name: "Again", version: 2 });
  });

  it("reads a CSV file as a stream: its first lines are written before its last ones are there [DOC-4]", async () => {
    const file = join(folder, "stream.csv");
    execFileSync("mkfifo", [file]);
    const said: string[] = [];
    const done = importDirectory(store, { file, format: "csv", dryRun: false }, (line) => said.push(line));
    const pipe = createWriteStream(file);
    pipe.write(csvOf(...Array.from({ length: 110 }, () => userRow(newId()))));
    await waitFor(() => said.length === 100);
    pipe.end(userRow(newId()));
    expect(await done).toBe(true);
    expect(said.at(-1)).toBe("111 created, 0 changed, 0 unchanged, 0 refused");
  });

  it("ends with exit code 0, and 1 when a line was refused [DOC-4]", async () => {
    const good = run(fileOf(csvOf(userRow(newId()))));
    const bad = run(fileOf(csvOf(userRow("nora"))), "--dry-run");
    const missing = run(join(folder, "nobody.csv"));
    const usage = run(join(folder, "people.xlsx"));
    const runs = [good, bad, missing, usage];
    expect(await Promise.all(runs.map(({ ended }) => ended)), good.output()).toEqual([0, 1, 1, 2]);
    expect(bad.output()).toContain("line 2: refused: _id: must be 24 hexadecimal characters\n");
    expect(missing.output()).toMatch(/^\S+: cannot be read\n$/u);
    expect(usage.output()).toContain("usage: npm run directory -- import");
  });

  it.each([
    ["no command", ["people.csv"], /expected the command import and one file/],
    ["no file", ["import"], /one file/],
    ["two files", ["import", "a.csv", "b.csv"], /one file/],
    ["a file of another kind", ["import", "people.xlsx"], /\.csv or \.json/],
    ["an unknown option", ["import", "a.csv", "--force"], /--force/],
  ])("refuses %s", (_what, args, message) => {
    expect(() => parseDirectoryArguments(args)).toThrow(UsageError);
    expect(() => parseDirectoryArguments(args)).toThrow(message);
  });
});
