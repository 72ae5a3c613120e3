import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./dev/start/demo-company.ts";
import { readRunningPlatform, writeRunningPlatform } from "./dev/start/running-platform.ts";
import { createEngineClient } from "./ops/workflows/engine-client.ts";
import { useOwnPlatforms } from "./test/own-platforms.ts";
import { endOfLine, endOfScript, faultOfFirstLine, PROGRAMS } from "./test/script-of.ts";
import { WORKSPACE_ROOT } from "./workspace.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));
const people = join(folder, "people.csv");
writeFileSync(
  people,
  `type,companyId,_id,name\nuser,${DEMO_COMPANY.id},5eed000000000000000001ff,Mara Voss\n`,
);
const example = join(WORKSPACE_ROOT, "examples/workflows/purchase-order.yaml");

const CREATE_CALENDAR = `mutation { createApprovalCalendar(input: {
  name: "Commands", timeZone: "Europe/Berlin", week: [{ day: MONDAY, from: "09:00", to: "17:00" }]
}) { _id } }`;

/** A command that needs a platform, and what it says where it lacks something. */
interface NeedyCommand {
  command: string;
  args: string[];
  /** Where nothing runs, but the platform that its data directory names. */
  away: RegExp;
  /** Asks a service, with a token. */
  asks?: "ENGINE_URL" | "GATE_URL";
  /** On a healthy demo: the exit code and the first line. */
  healthy: { code: number; line: RegExp };
}

const storeAway = (line: string) =>
  new RegExp(
    String.raw`^MongoDB at 127\.0\.0\.1:\d+ .*ECONNREFUSED.*\. Start the platform with npm start, or type: MONGODB_URI=mongodb://… npm run ${line}`,
    "u",
  );
const serviceAway = (service: string, line: string) =>
  new RegExp(
    String.raw`^the ${service} does not answer at http://127\.0\.0\.1:\d+\. Start the platform with npm start, or type: ${line}`,
    "u",
  );
const noBroker =
  /^the "npm start" of this machine runs without a broker.* npm start -- --processes.* NATS_URL=nats:\/\/… npm run deadletters -- list/u;
const nothingAnswers = /^Nothing answers at http:\/\/127\.0\.0\.1:\d+: is "npm start" running\?\n/u;

const COMMANDS: readonly NeedyCommand[] = [
  {
    command: "audit:verify",
    args: [],
    away: storeAway("audit:verify"),
    healthy: { code: 0, line: /^company [\da-f]{24}: \d+ records, sound/u },
  },
  {
    command: "outbox",
    args: ["replay", "--ref", "5eed000000000000000001ff"],
    away: storeAway("outbox -- replay --ref 5eed000000000000000001ff"),
    healthy: { code: 0, line: /^0 messages are to be published again/u },
  },
  {
    command: "directory",
    args: ["import", people, "--dry-run"],
    away: storeAway(`directory -- import ${people} --dry-run`),
    healthy: { code: 0, line: /^line 2: user 5eed000000000000000001ff created/u },
  },
  { command: "deadletters", args: ["list"], away: noBroker, healthy: { code: 1, line: noBroker } },
  {
    command: "gate",
    args: ["show"],
    asks: "GATE_URL",
    away: serviceAway("gate", "GATE_URL=http://… npm run gate -- show"),
    healthy: { code: 0, line: /^\{\n/u },
  },
  {
    command: "workflows",
    args: ["diff", example],
    asks: "ENGINE_URL",
    away: serviceAway("engine", `ENGINE_URL=http://… npm run workflows -- diff ${example}`),
    healthy: { code: 2, line: /^Purchase orders: new/u },
  },
  {
    command: "calendars",
    args: ["fill", "DE", "--year", "2031", "--calendar", "Commands", "--dry-run"],
    asks: "ENGINE_URL",
    away: serviceAway(
      "engine",
      "ENGINE_URL=http://… npm run calendars -- fill DE --year 2031 --calendar Commands --dry-run",
    ),
    healthy: { code: 0, line: /^ {2}2031-01-01 Neujahr/u },
  },
  {
    command: "mcp:try",
    args: [],
    away: nothingAnswers,
    healthy: { code: 0, line: /\S/u },
  },
  { command: "ask:try", args: [], away: nothingAnswers, healthy: { code: 0, line: /\S/u } },
];
/** Those that start what they need, ask nothing of a platform, or are tested by themselves, as the seed below. */
const OTHERS = `
  start token demo seed trace keep-asking first-hour faults bench bundle kit:pack pack:all
  console:build console:shots chart licences sbom test boundaries requirements english names texts graphql graphql:types asyncapi openapi server-json workflows:schema
`
  .trim()
  .split(/\s+/u);

it("knows of every command of package.json whether it needs a platform", () => {
  const known = [...COMMANDS.map(({ command }) => command), ...OTHERS];
  expect(known.toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
});

/** An address at which nothing answers. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

describe("where nothing runs", () => {
  const dataDir = join(folder, "killed");
  let port = 0;
  beforeAll(async () => {
    port = await closedPort();
    const address = { public: `http://127.0.0.1:${port}`, internal: `http://127.0.0.1:${port}` };
    // As a platform leaves it that was killed.
    writeRunningPlatform(dataDir, {
      store: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
      bus: "in-process",
      services: { "approval-engine": address, "mcp-journal": address, "version-gate": address },
    });
  });

  it.each(COMMANDS)(
    "npm run $command says what is missing and what to type [FIRST-4]",
    async ({ command, args, away }) => {
      const env = { COUNTERSIGN_TOKEN: "a.b.c", AUTH_SECRET: "s".repeat(32) };
      const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", dataDir], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(away);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(faultOfFirstLine(stderr)).toBeUndefined();
    },
  );

  it.each([
    [
      "deadletters",
      ["list"],
      "NATS_URL",
      "nats://127.0.0.1",
      /^NATS at 127\.0\.0\.1:\d+ \(NATS_URL\) cannot be reached/u,
    ],
    ["seed", [], "MONGODB_URI", "mongodb://127.0.0.1", /^MongoDB at 127\.0\.0\.1:\d+ \(MONGODB_URI\)/u],
  ])(
    "npm run %s says which address does not answer, and what to type [FIRST-4]",
    async (command, args, name, start, line) => {
      const { code, stdout, stderr } = await endOfScript(command, args, { [name]: `${start}:${port}` });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(line);
      expect(stderr).toContain(`: ${name}=${start.split(":")[0]}://… npm run ${command}`);
      expect(faultOfFirstLine(stderr)).toBeUndefined();
    },
  );

  it("npm run seed names the variable that is missing, and what to type [FIRST-4]", async () => {
    const { code, stderr } = await endOfScript("seed", []);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "MONGODB_URI is missing, the address of the platform's store. Type: MONGODB_URI=mongodb://… npm run seed\n",
    });
  });
});

describe("on a healthy demo", () => {
  const { dataDir, start } = useOwnPlatforms("group");
  let token = "";
  beforeAll(async () => {
    await start();
    const person = ["--sub", DEMO_PEOPLE.admin.userId, "--company", DEMO_COMPANY.id, "--privileged"];
    token = (await endOfScript("token", [...person, "--data", dataDir()])).stdout.trim();
    const url = readRunningPlatform(dataDir())!.services["approval-engine"]!.public;
    await createEngineClient(url, token).ask(CREATE_CALENDAR);
  });
  const env = () => ({ COUNTERSIGN_TOKEN: token });
  const needy = COMMANDS.filter(({ asks }) => asks !== undefined);
  const others = COMMANDS.filter(({ asks }) => asks === undefined);

  it.each(needy)(
    "npm run $command without a token prints the line that works [FIRST-4]",
    async ({ command, args, healthy }) => {
      const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", dataDir()]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      const [, line = ""] =
        /^COUNTERSIGN_TOKEN is missing, a token of .* In the demo company: (.*)\n$/u.exec(stderr) ?? [];
      expect(line).toContain(`npm run ${command} -- ${args[0]} `);
      const typed = await endOfLine(line.replace(`npm run ${command}`, `npm run --silent ${command}`));
      expect(typed.code).toBe(healthy.code);
      expect(typed.stdout).toMatch(healthy.line);
    },
  );

  it.each(needy)(
    "npm run $command says that a token is not taken, and prints the line that works [FIRST-4]",
    async ({ command, args }) => {
      const env = { COUNTERSIGN_TOKEN: "a.b.c" };
      const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", dataDir()], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^the (?:gate|engine) does not take this COUNTERSIGN_TOKEN \(401: .*\)\. In the demo company: COUNTER.*\n$/u,
      );
    },
  );

  it.each(others)(
    "npm run $command works, or says what it needs [FIRST-4]",
    async ({ command, args, healthy }) => {
      const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", dataDir()]);
      expect({ code, stderr: code === 0 ? stderr : "" }).toEqual({ code: healthy.code, stderr: "" });
      expect(code === 0 ? stdout : stderr).toMatch(healthy.line);
      expect(faultOfFirstLine(code === 0 ? stdout : stderr)).toBeUndefined();
    },
  );

  it("npm run seed says that the demo company is there already [FIRST-4]", async () => {
    const { store = "" } = readRunningPlatform(dataDir())!;
    expect(await endOfScript("seed", [], { MONGODB_URI: store })).toEqual({
      code: 0,
      stdout: "The demo company was there already.\n",
      stderr: "",
    });
  });

  /** The output of `npm run gate`. */
  const gate = async (...args: string[]) => {
    const { code, stdout } = await endOfScript("gate", [...args, "--data", dataDir()], env());
    expect(code).toBe(0);
    return JSON.parse(stdout) as { data: { _id: string }[] };
  };

  it("npm run gate sets values, shows what was set before, and takes it back", async () => {
    const changed = await gate("set", '{"iosVersion":"2.5.0","iosRolloutPercent":5}');
    expect(changed).toMatchObject({ iosVersion: "2.5.0" });
    const [before] = (await gate("history")).data;
    await gate("rollback", before!._id);
    expect(await gate("show")).toMatchObject({ iosVersion: "2.4.0", iosRolloutPercent: null });
  });

  it.each([
    ["refuses, with exit code 1", '{"iosRolloutPercent":500}', 1, "iosRolloutPercent"],
    ["is not asked, with exit code 2", "iosVersion=2.5.0", 2, "expected a JSON object"],
  ])("npm run gate says what the gate %s", async (_, values, code, message) => {
    const refused = await endOfScript("gate", ["set", values, "--data", dataDir()], env());
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it("drift and wrong arguments end with code 2, and standard error says which [FIRST-4]", async () => {
    const drift = await endOfScript("workflows", ["diff", example, "--data", dataDir()], env());
    expect(drift).toMatchObject({ code: 2, stderr: "drift: 1 of 1 differ from the file\n" });
    const wrong = await endOfScript("workflows", ["diff", "--data", dataDir()], env());
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^expected one file\n\nKeeps/u) });
  });
});
