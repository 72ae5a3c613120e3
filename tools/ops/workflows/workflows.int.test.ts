import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestService, useTestStore } from "@countersign/testing";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runCommand } from "../../test/run-command.ts";
import { EXAMPLE, aWorkflowsCompany } from "../../test/workflows-company.ts";
import { type EngineClient, createEngineClient } from "./engine-client.ts";
import { Drift } from "./fault.ts";
import { runWorkflows } from "./run-workflows.ts";
import { parseWorkflowsArguments } from "./workflows-command.ts";

const store = await useTestStore();
const engine = await useTestService(approvalEngine, store);
const aCompany = () => aWorkflowsCompany(store, engine.publicUrl);
const folder = mkdtempSync(join(tmpdir(), "countersign-workflows-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
const aFile = (content?: string): string => {
  const file = join(folder, `${(files += 1)}.yaml`);
  if (content !== undefined) writeFileSync(file, content);
  return file;
};
const textOf = (file: string): string => readFileSync(file, "utf8");
const oneStage = (approvers: string): string =>
  `workflows: [{ name: Contracts, stages: [{ name: Legal, approvers: ${approvers} }] }]`;

const withLadder = (ladder: string): string =>
  aFile(
    `workflows: [{ name: Timed, stages: [{ name: One, approvers: [{ person: ada@harbour-lane.example }], ${ladder} }] }]`,
  );

/** Runs the command as a process, with this token. */
const endedWith = async (bearer: string, ...args: string[]) => {
  const env = { COUNTERSIGN_TOKEN: bearer, ENGINE_URL: engine.publicUrl };
  const process = runCommand("ops/workflows", args, env);
  return { code: await process.ended, output: process.output() };
};

const ignore = (): void => undefined;

/** The example's condition of an amount beyond a limit, as it stands between quotes. */
const largeAmount = (limit: string) =>
  JSON.stringify(`amountIn("EUR") > ${limit} || amountIn("EUR") < -${limit}`).slice(1, -1);

describe("npm run workflows", () => {
  it("publishes the example, and exports it with the ids of people [ROUTE-5]", async () => {
    const { run, ids } = await aCompany();
    const applied = await run("apply", EXAMPLE);
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.said.at(-1)).toMatch(/^Purchase orders: version 1 of [0-9a-f]{24} published$/u);
    expect(applied.said.filter((line) => line.includes("!"))).toEqual([]);
    const file = aFile();
    expect(await run("export", file)).toEqual({ code: 0, said: [`${file}: Purchase orders`] });
    const person = (name: keyof typeof ids) => ({ person: `${name}@harbour-lane.example`, id: ids[name] });
    const when = 'amountIn("EUR") > 10000.0 || amountIn("EUR") < -10000.0';
    expect(parse(textOf(file))).toEqual({
      workflows: [
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/u),
          name: "Purchase orders",
          description: "Purchases of all departments.",
          status: "IN_PROGRESS",
          facts: [{ key: "costCentre", type: "TEXT" }],
          stages: [
            { key: "warehouse", name: "Warehouse", approveBy: "ANY", approvers: [person("ines")] },
            {
              key: "manager",
              name: "Manager",
              when,
              approveBy: "ANY",
              approvers: [{ submitterManager: { levels: 1 } }],
            },
            {
              key: "directors",
              name: "Directors",
              when,
              approveBy: "COUNT",
              quorum: 2,
              rejectBy: "UNREACHABLE",
              bulk: false,
              approvers: [person("helen"), person("priya"), person("ada")],
            },
          ],
        },
      ],
    });
  });

  it("exports the same bytes after its export was applied, which publishes nothing [ROUTE-5]", async () => {
    const { run } = await aCompany();
    await run("apply", EXAMPLE);
    await run(
      "apply",
      aFile(
        oneStage(
          "[{ departmentHead: { of: SUBMITTER }, groups: [legal] }, { submitterManager: { untilLimit: true } }]",
        ),
      ),
    );
    const [first, second] = [aFile(), aFile()];
    await run("export", first);
    expect(textOf(first)).toMatch(/^# yaml-language-server: \$schema=workflows\.schema\.json\nworkflows:\n/u);
    expect(await run("apply", first)).toEqual({
      code: 0,
      said: ["Contracts (version 1): unchanged", "Purchase orders (version 1): unchanged"],
    });
    await run("export", second);
    expect(textOf(second)).toBe(textOf(first));
    const asked = aFile("# yaml-language-server: $schema=../docs/w.json\nworkflows: []\n");
    await run("export", asked, "--workflow", "Contracts");
    const [head, ...body] = textOf(asked).split("\n");
    expect(head).toBe("# yaml-language-server: $schema=../docs/w.json");
    expect(textOf(first)).toContain(body.join("\n").trim());
  });

  it("keeps ladders, with people by e-mail, groups and calendars by name [TIME-3] [ROUTE-5]", async () => {
    const { client, run, ids, addPerson } = await aCompany();
    const late = await addPerson("late");
    const create = async (what: string, input: object) => {
      const query = `mutation ($input: Create${what}Input!) { made: create${what}(input: $input) { _id } }`;
      return (await client.ask<{ made: { _id: string } }>(query, { input })).made._id;
    };
    const week = [{ day: "MONDAY", from: "09:00", to: "17:00" }];
    const holiday = Temporal.Now.plainDateISO("UTC").add({ days: 30 }).toString();
    const office = await create("ApprovalCalendar", {
      name: "Office",
      timeZone: "Europe/Berlin",
      week,
      days: [{ date: holiday, closed: true }],
    });
    const board = await create("UserGroup", { name: "Board", memberIds: [ids.helen] });
    const approvers = "[{ person: ada@harbour-lane.example }]";
    const stages = [
      `{ name: One, approvers: ${approvers}, calendar: { name: Office }, dueIn: { businessDays: 2 },
         remind: [{ businessHours: 1.5 }, { businessDays: 1 }], atEnd: REJECT, endAfter: { hours: 200 },
         escalate: { after: { businessDays: 3 }, mode: REPLACE, to: { people: [
           { person: ines@harbour-lane.example }, { person: late@harbour-lane.example } ] } } }`,
      `{ name: Two, approvers: ${approvers},
         escalate: { after: { hours: 4 }, mode: STAND_IN, to: { group: Board } } }`,
      `{ name: Three, approvers: ${approvers}, remind: [], atEnd: NOTHING,
         escalate: { after: { hours: 4 }, mode: STAND_IN, levels: 2, to: { manager: true } } }`,
    ];
    const given = aFile(`workflows: [{ name: Timed, stages: [${stages.join(", ")}] }]`);
    const applied = await run("apply", given);
    expect(applied.fault).toBeUndefined();
    expect(applied.said.filter((line) => line.includes("!"))).toEqual([]);
    await store.db.collection("users").updateOne({ _id: toObjectId(late) }, { $set: { active: false } });
    expect(await run("diff", given)).toMatchObject({ code: 0 });
    const [first, second] = [aFile(), aFile()];
    await run("export", first);
    const [one, two, three] = (parse(textOf(first)) as { workflows: { stages: object[] }[] }).workflows[0]!
      .stages;
    expect(one).toMatchObject({
      calendar: { name: "Office", id: office },
      dueIn: { businessDays: 2 },
      remind: [{ businessHours: 1.5 }, { businessDays: 1 }],
      escalate: {
        to: {
          people: [
            { person: "ines@harbour-lane.example", id: ids.ines },
            { person: "late@harbour-lane.example", id: late },
          ],
        },
        mode: "REPLACE",
      },
      atEnd: "REJECT",
      endAfter: { hours: 200 },
    });
    expect(two).toMatchObject({ escalate: { to: { group: "Board", id: board } } });
    expect(three).toMatchObject({ escalate: { to: { manager: true }, levels: 2 } });
    expect(Object.keys(three!)).not.toContain("atEnd");
    expect(await run("apply", first)).toEqual({ code: 0, said: ["Timed (version 1): unchanged"] });
    await run("export", second);
    expect(textOf(second)).toBe(textOf(first));
    const changed = textOf(first)
      .replace("businessDays: 2", "businessDays: 4")
      .replace(/group: Board\n +id: \w+/u, "manager: true");
    expect(await run("diff", aFile(changed))).toEqual({
      code: 2,
      said: [
        "Timed (version 1): changed",
        '  ~ stages.stage1.dueIn: {"businessDays":2} → {"businessDays":4}',
        `  ~ stages.stage2.escalate: {"after":{"hours":4},"to":"group Board (${board})","mode":"STAND_IN"} → {"after":{"hours":4},"to":"manager","mode":"STAND_IN"}`,
      ],
    });
    expect((await run("apply", aFile(changed), "--dry-run")).said).toContain(
      '  ! Stage "One" escalates to late, who has left (ESCALATION_LEFT)',
    );
  });

  it("publishes no ladder of a calendar, or by a leave, that the company does not have [TIME-3] [ROUTE-5]", async () => {
    const { run } = await aCompany();
    expect(await run("apply", withLadder("calendar: { name: Office }"))).toMatchObject({
      code: 1,
      fault: "Office: no calendar of the company has this name; expected another one, or an id alone",
    });
    const approving = await run("apply", withLadder("dueIn: { hours: 4 }, atEnd: APPROVE"));
    expect(approving).toMatchObject({ code: 1 });
    expect(approving.fault).toContain("allowTimeApproval names no kind of document");
    expect(await run("apply", withLadder("remind: [{ hours: 4 }, { hours: 2 }]"))).toMatchObject({
      code: 1,
      fault: "stages.0.remind.1: must be later than stages.0.remind.0",
    });
  });

  it("says what differs with exit code 2, and publishes it as the next version [ROUTE-5]", async () => {
    const { run } = await aCompany();
    await run("apply", EXAMPLE);
    const file = aFile(textOf(EXAMPLE).replace("quorum: 2", "quorum: 3").replaceAll("10000.0", "5000"));
    const lines = [
      "Purchase orders (version 1): changed",
      `  ~ stages.manager.when: "${largeAmount("10000.0")}" → "${largeAmount("5000")}"`,
      `  ~ stages.directors.when: "${largeAmount("10000.0")}" → "${largeAmount("5000")}"`,
      "  ~ stages.directors.quorum: 2 → 3",
    ];
    expect(await run("diff", file)).toEqual({ code: 2, said: lines });
    expect(await run("apply", file, "--dry-run")).toEqual({
      code: 0,
      said: [...lines, "dry run: nothing was published"],
    });
    expect((await run("diff", file)).code).toBe(2);
    const applied = await run("apply", file);
    expect(applied.said.at(-1)).toMatch(/: version 2 of /u);
    expect(await run("diff", file)).toEqual({ code: 0, said: ["Purchase orders (version 2): unchanged"] });
  });

  it("publishes only at the expected version [ROUTE-5]", async () => {
    const { run } = await aCompany();
    expect(await run("apply", EXAMPLE, "--expect-version", "1")).toMatchObject({
      code: 2,
      fault: "drift: the workflow is at version 0, expected 1",
    });
    expect(await run("apply", EXAMPLE, "--expect-version", "0")).toMatchObject({ code: 0 });
    const file = aFile(textOf(EXAMPLE).replace("quorum: 2", "quorum: 1"));
    expect(await run("apply", file, "--expect-version", "0")).toMatchObject({ code: 2 });
    expect(await run("apply", file, "--expect-version", "1")).toMatchObject({ code: 0 });
    expect(await run("diff", file, "--expect-version", "1")).toMatchObject({ code: 2 });
  });

  it("publishes nothing over a version that came after it read the workflow [ROUTE-5]", async () => {
    const { client, run } = await aCompany();
    await run("apply", EXAMPLE);
    const file = aFile(textOf(EXAMPLE).replace("quorum: 2", "quorum: 1"));
    const other = aFile(textOf(EXAMPLE).replace("quorum: 2", "quorum: 3"));
    const overtaken: EngineClient = {
      ask: async (query, variables) => {
        if (query.startsWith("query Validate")) await run("apply", other);
        return client.ask(query, variables);
      },
    };
    const applying = runWorkflows(parseWorkflowsArguments(["apply", file]), overtaken, ignore, ignore);
    await expect(applying).rejects.toEqual(new Drift("the workflow has been changed meanwhile"));
    expect((await run("diff", other)).code).toBe(0);
  });

  it("publishes no stage that nobody can decide without --allow [ROUTE-5]", async () => {
    const { run, addPerson, client } = await aCompany();
    const id = await addPerson("gus", { active: false });
    const create = `mutation { createUserGroup(input: { name: "Nobody yet", memberIds: [] }) { _id } }`;
    await client.ask(create, {});
    for (const approvers of [`[{ person: ${id} }]`, "[]", "[{ group: Nobody yet }]"]) {
      const file = aFile(oneStage(approvers));
      const refused = await run("apply", file);
      expect(refused.code).toBe(1);
      expect(refused.fault).toMatch(/^Contracts: .+ "Legal".+\nnothing was published; --allow /u);
      expect(await run("diff", file)).toMatchObject({ code: 2, said: ["Contracts: new", expect.anything()] });
    }
    const file = aFile(oneStage("[]"));
    expect(await run("apply", file, "--allow")).toMatchObject({ code: 0 });
    expect(await run("diff", file)).toMatchObject({ code: 0 });
  });

  it("publishes nothing of a file with a condition that is none, even with --allow [ROUTE-3, ROUTE-5]", async () => {
    const { run } = await aCompany();
    const stage = "name: Legal, approvers: [{ submitterManager: { levels: 1 } }]";
    const file = aFile(`workflows:
  - { name: Sound, stages: [{ ${stage} }] }
  - { name: Contracts, stages: [{ ${stage}, when: document.total > 5 }] }
`);
    const { code, fault } = await run("apply", file, "--allow");
    expect(code).toBe(1);
    expect(fault).toMatch(
      /^Contracts: .*document\.total is not known; expected document\.title.*\nnothing was published$/u,
    );
    expect((await run("diff", file)).said).toContain("Sound: new");
  });

  it("finds people by e-mail in any case, by id, and by both [ROUTE-5]", async () => {
    const { run, ids } = await aCompany();
    await run("apply", aFile(oneStage("[{ person: HELEN@harbour-lane.example }]")));
    for (const approvers of [
      `[{ person: ${ids.helen} }]`,
      `[{ person: helen@harbour-lane.example, id: ${ids.helen} }]`,
    ]) {
      expect(await run("diff", aFile(oneStage(approvers)))).toMatchObject({ code: 0 });
    }
  });

  it("finds groups by name, by id, and by both [ROUTE-5, SRC-2]", async () => {
    const { run, ids, client } = await aCompany();
    const create = `mutation($input: CreateUserGroupInput!) { createUserGroup(input: $input) { _id } }`;
    const input = { name: "Directors", memberIds: [ids.helen, ids.ada] };
    const { createUserGroup: group } = await client.ask<{ createUserGroup: { _id: string } }>(create, {
      input,
    });
    expect(await run("apply", aFile(oneStage("[{ group: Directors, groups: [board] }]")))).toMatchObject({
      code: 0,
    });
    const file = aFile();
    await run("export", file);
    expect(parse(textOf(file))).toMatchObject({
      workflows: [{ stages: [{ approvers: [{ group: "Directors", id: group._id, groups: ["board"] }] }] }],
    });
    expect(await run("diff", file)).toMatchObject({ code: 0 });
    const byId = aFile(oneStage(`[{ group: ${group._id}, groups: [board] }]`));
    expect(await run("diff", byId)).toMatchObject({ code: 0 });
    expect(await run("diff", aFile(oneStage("[{ group: Board }]")))).toMatchObject({
      code: 1,
      fault: "Board: no group of the company has this name; expected another one, or an id alone",
    });
  });

  it("keeps approvers who have left, by their e-mail [ROUTE-5]", async () => {
    const { run, ids } = await aCompany();
    await run("apply", EXAMPLE);
    await store.db.collection("users").updateOne({ _id: toObjectId(ids.ada) }, { $set: { active: false } });
    const file = aFile();
    await run("export", file);
    expect(textOf(file)).toContain(`person: ada@harbour-lane.example\n            id: ${ids.ada}`);
    expect(await run("diff", file)).toMatchObject({ code: 0 });
    expect(await run("diff", EXAMPLE)).toMatchObject({ code: 0 });
  });

  it("writes an id alone for a person without an e-mail [ROUTE-5]", async () => {
    const { run, addPerson } = await aCompany();
    const id = await addPerson("zoe", { email: "" });
    await run("apply", aFile(oneStage(`[{ person: ${id}, groups: [legal] }]`)));
    const file = aFile();
    await run("export", file);
    expect(parse(textOf(file))).toMatchObject({
      workflows: [{ stages: [{ approvers: [{ person: id, groups: ["legal"] }] }] }],
    });
  });

  it("names what is not there, and publishes nothing [ROUTE-5]", async () => {
    const { run, ids, addPerson } = await aCompany();
    const twin = await addPerson("twin", { email: "ada@harbour-lane.example" });
    const faults: [string, string][] = [
      [
        "[{ person: max@harbour-lane.example }]",
        "max@harbour-lane.example: no person of the company has this e-mail address; expected another one, or an id alone",
      ],
      [
        "[{ person: lind@harbour-lane.example, id: 5eed00000000000000000101 }]",
        "lind@harbour-lane.example: no person of the company has this e-mail address; expected another one, or an id alone",
      ],
      [
        `[{ person: helen@harbour-lane.example, id: ${ids.ines} }]`,
        `helen@harbour-lane.example: the person ${ids.ines} has another e-mail address; this one has ${ids.helen}`,
      ],
      [
        "[{ person: ada@harbour-lane.example }]",
        `ada@harbour-lane.example: 2 have this e-mail address; expected id, one of ${[ids.ada, twin].toSorted().join(", ")}`,
      ],
      [
        `[{ person: ${ids.ines}, id: ${ids.ada} }]`,
        `${ids.ines}: expected no other id beside it, found ${ids.ada}`,
      ],
      ["[{ fact: buyer }]", 'Contracts: Stage "Legal": declare the fact buyer with type PERSON'],
    ];
    for (const [approvers, fault] of faults) {
      const result = await run("apply", aFile(oneStage(approvers)));
      expect([result.code, result.fault]).toEqual([1, expect.stringContaining(fault)]);
    }
    expect(await run("export", aFile())).toMatchObject({ code: 1, fault: "the company has no workflow" });
  });

  it("finds a workflow by id, else by a name that one has [ROUTE-5]", async () => {
    const { run } = await aCompany();
    await run("apply", EXAMPLE);
    const file = aFile();
    await run("export", file);
    const renamed = aFile(textOf(file).replace("name: Purchase orders", "name: Purchases"));
    expect((await run("apply", renamed)).said).toContain('  ~ name: "Purchase orders" → "Purchases"');
    const other = newId();
    const foreign = aFile(textOf(file).replace(/\bid: [0-9a-f]{24}/u, `id: ${other}`));
    expect(await run("apply", foreign)).toMatchObject({
      code: 1,
      fault: `Purchase orders: the company has no workflow ${other}; without an id, it is found by its name or created`,
    });
    const twice = aFile(`workflows:\n${"  - { name: Purchases, stages: [] }\n".repeat(2)}`);
    expect(await run("diff", twice)).toMatchObject({
      code: 1,
      fault: `${twice}: workflows.1: expected each workflow once, found Purchases again`,
    });
  });

  it("ends with 0, 1 or 2 as a process, its token and address from outside [ROUTE-5]", async () => {
    const { token, run } = await aCompany();
    await run("apply", EXAMPLE);
    const ended = (...args: string[]) => endedWith(token, ...args);
    const [same, other, wrong, noFolder, isFolder, noToken] = await Promise.all([
      ended("diff", EXAMPLE),
      ended("apply", EXAMPLE, "--expect-version", "7"),
      ended("apply"),
      ended("export", join(folder, "missing/workflows.yaml")),
      ended("export", folder),
      endedWith("", "diff", EXAMPLE),
    ]);
    expect(noFolder).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+missing\/workflows\.yaml: cannot be written: ENOENT.*\n$/u),
    });
    expect(isFolder).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+: cannot be written: EISDIR.*\n$/u),
    });
    expect(noToken).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^COUNTERSIGN_TOKEN is missing, .*: COUNTERSIGN_TOKEN=.* npm run workflows -- diff .*\n$/u,
      ),
    });
    expect(same).toEqual({ code: 0, output: "Purchase orders (version 1): unchanged\n" });
    expect(other).toEqual({ code: 2, output: "drift: the workflow is at version 1, expected 7\n" });
    expect(wrong).toEqual({
      code: 2,
      output: expect.stringMatching(/^expected one file\n\nKeeps workflows/u),
    });
  });

  it("is refused without a token that the engine knows [ROUTE-5]", async () => {
    const client = createEngineClient(engine.publicUrl, "");
    const reading = runWorkflows(parseWorkflowsArguments(["export", aFile()]), client, ignore, ignore);
    await expect(reading).rejects.toThrow("A bearer token is required");
  });
});
