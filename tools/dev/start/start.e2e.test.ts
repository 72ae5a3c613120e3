import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedStore } from "@countersign/embedded-store";
import { NATS_URL, useTestBus, useTestStore, waitFor } from "@countersign/testing";
import { MongoClient } from "mongodb";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { SECRET_FILE } from "../identity/development-identity.ts";
import { addressOf, endWith, useOwnPlatforms } from "../../test/own-platforms.ts";
import { type CommandProcess, runCommand } from "../../test/run-command.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";
import { SERVICE_NAMES } from "./platform-ports.ts";

/** Time of a demo and the start of its platform, in milliseconds: one of its stages waits six seconds for its approver. */
const DEMO_MS = 30_000;

const store = await useTestStore();

/** A token of a person, signed with the key of a data directory. */
async function printToken(dataDir: string, person: { userId: string; name: string }): Promise<string> {
  const args = ["--sub", person.userId, "--company", DEMO_COMPANY.id, "--name", person.name];
  const { ended, output } = runCommand("dev/token", [...args, "--data", dataDir]);
  expect(await ended).toBe(0);
  return output().trim();
}

/** How many documents wait for the manager. */
async function waitingForManager(platform: CommandProcess, dataDir: string): Promise<unknown> {
  const manager = await printToken(dataDir, DEMO_PEOPLE.manager);
  const response = await fetch(`${addressOf(platform, "approval-engine")}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${manager}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ inboxPage { total } }" }),
  });
  return response.json();
}

/** Ends what is left of a process and its children, which form a group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

describe("npm start", () => {
  const platforms = useOwnPlatforms("group");

  it.each(["first", "second"])(
    "ends with 0 on Ctrl-C when its %s start writes the demo [CT-PROC-08]",
    async () => {
      const start = runCommand("dev/start", ["--free-ports", "--data", platforms.dataDir()]);
      await start.outputMatching(/Starting; the first start writes/);
      expect(await endWith(start, "SIGINT")).toBe(0);
      expect(start.output()).toMatch(/Stopping …\n$/);
      expect(start.output()).not.toMatch(/ {4}at |"level":50|failed/);
    },
  );

  describe("once it runs after that, and again on the same data", () => {
    let token: string;
    let platform: CommandProcess;
    beforeAll(async () => {
      token = await printToken(platforms.dataDir(), DEMO_PEOPLE.employee);
      platform = await platforms.start([], { PORT: "1", INTERNAL_PORT: "1" });
    });
    beforeAll(async () => {
      await platform.outputMatching(/last three months/);
    });

    // Rules: [RUN-START-01] [RUN-START-04] [RUN-START-05] [RUN-START-06] [RUN-START-08]
    it("runs every service, and prints their addresses", async () => {
      for (const name of SERVICE_NAMES) {
        const ready = await fetch(`${addressOf(platform, name, "internal")}/readyz`);
        expect(ready.status, name).toBe(200);
      }
      expect(platform.output()).toContain(DEMO_PEOPLE.manager.name);
      expect(platform.output()).toContain("npm run --silent token -- --sub");
      expect(platform.output()).toContain("npm run demo");
      expect(platform.output()).toContain("npm run mcp:try");
      expect(platform.output()).toContain("npm run ask:try");
      const version = await fetch(`${addressOf(platform, "version-gate")}/api/version`);
      expect(await version.json()).toMatchObject({ ios: { version: "2.4.0" } });
    });

    it("prints its addresses before the demo's history is written [ONE-7]", () => {
      expect(platform.output()).toMatch(/Ctrl-C stops it\.[^]+ last three months are there too\.\n$/);
    });

    it("begins with all the documents that wait for the manager", async () => {
      const waiting = await waitingForManager(platform, platforms.dataDir());
      expect(waiting).toEqual({ data: { inboxPage: { total: 40 } } });
      const peopleAnswer = await fetch(
        `${addressOf(platform, "approval-engine")}/console/development/people`,
      );
      const { manager, head, hr, admin, employee } = DEMO_PEOPLE;
      const names = ((await peopleAnswer.json()) as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual([manager, head, hr, admin, employee].map(({ name }) => name));
    });

    it("refuses its data directory to another process, which leaves it unchanged", async () => {
      const second = runCommand("dev/start", ["--free-ports", "--data", platforms.dataDir(), "--fresh"]);
      expect(await second.ended).toBe(2);
      expect(second.output().trim().split("\n")).toEqual([expect.stringContaining("in use")]);
      expect(readdirSync(join(platforms.dataDir(), "store"))).toContain("journal");
    });

    it(
      "has the demo take documents through it, twice, and find everything as specified [RUN-DEMO-01]",
      { timeout: DEMO_MS * 2 },
      async () => {
        // The second time it finds the platform by its data directory.
        for (const flags of [platforms.demoFlags(platform), ["--data", platforms.dataDir()]]) {
          const demo = runCommand("dev/demo", flags);
          expect(await demo.ended, demo.output()).toBe(0);
          for (const prefix of ["LV", "SO", "LN", "CL"]) {
            expect(demo.output()).toMatch(new RegExp(`${prefix}-\\d{6} has been fully approved`));
          }
          expect(demo.output()).toMatch(/Helen Ortiz approves CL-\d{6} for Milan Cole/);
          expect(demo.output()).toContain("Everything is as specified.");
          expect(demo.output()).toMatch(/PR-[0-9A-F]{6} was escalated to Helen Ortiz/);
          expect(demo.output()).toMatch(/LV-\d{6} waits for Milan Cole/);
        }
      },
    );

    it("has the demo fail where it does not accept its tokens", async () => {
      const env = { AUTH_SECRET: "another secret of more than 32 bytes" };
      const demo = runCommand("dev/demo", platforms.demoFlags(platform), env);
      expect(await demo.ended).toBe(1);
      expect(demo.output()).toContain("the demo could not go on");
      expect(demo.output()).toContain("they verify with another key");
    });

    describe("when it is stopped by SIGTERM and started again", () => {
      let leave: { _id: string; ref: string };
      let exitCode: number | NodeJS.Signals;
      let headers: Record<string, string>;
      beforeAll(async () => {
        headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const { employeeId } = DEMO_PEOPLE.employee;
        const created = await fetch(`${addressOf(platform, "hr-service")}/api/leaves`, {
          method: "POST",
          headers,
          body: JSON.stringify({ employeeId, from: "2027-03-01", to: "2027-03-05" }),
        });
        expect(created.status).toBe(201);
        leave = (await created.json()) as typeof leave;
        exitCode = await endWith(platform, "SIGTERM");
        platform = await platforms.start();
      });

      it("ends with 0, and keeps its data, for tokens printed before [RUN-START-10] [RUN-START-13] [RUN-TOKEN-01]", async () => {
        expect(exitCode).toBe(0);
        const address = `${addressOf(platform, "hr-service")}/api/leaves/${leave._id}`;
        const answer = await fetch(address, { headers });
        expect(await answer.json()).toMatchObject({ ref: leave.ref, status: "PENDING" });
      });
    });

    describe("when it is stopped by SIGINT and started with --fresh --no-demo", () => {
      let fresh: CommandProcess;
      let exitCode: number | NodeJS.Signals;
      beforeAll(async () => {
        exitCode = await endWith(platform, "SIGINT");
        fresh = await platforms.start(["--fresh", "--no-demo"]);
      });

      it("ends with 0, empties its data and seeds nothing [RUN-START-09] [RUN-START-11] [RUN-START-12]", async () => {
        expect(exitCode).toBe(0);
        expect(platform.output()).toContain(DEMO_COMPANY.name);
        expect(platform.output()).toMatch(/Stopped\.\n$/);
        expect(fresh.output()).not.toContain(DEMO_COMPANY.name);
        const version = await fetch(`${addressOf(fresh, "version-gate")}/api/version`);
        expect(version.status, "no settings record is left").toBe(500);
        const waiting = await waitingForManager(fresh, platforms.dataDir());
        expect(waiting).toEqual({ data: { inboxPage: { total: 0 } } });
      });
    });
  });
});

describe("npm start, with options of its own", () => {
  const platforms = useOwnPlatforms("group");
  let platform: CommandProcess;
  beforeAll(async () => {
    platform = await platforms.start(
      ["--mail", "--no-demo", "--without", "hr-service", "--without", "inventory-service"],
      { DOCUMENT_KINDS: "legal:Contract finance:Budget", MCP_POST_APPROVAL: "5000" },
    );
  });

  it("adds the kind of agents' entries to kinds of one's own", async () => {
    const token = await printToken(platforms.dataDir(), DEMO_PEOPLE.manager);
    const response = await fetch(`${addressOf(platform, "approval-engine")}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: '{ __type(name: "WorkflowTaskKind") { enumValues { name } } }' }),
    });
    const { data } = (await response.json()) as { data: { __type: { enumValues: { name: string }[] } } };
    const kinds = data.__type.enumValues.map(({ name }) => name);
    expect(kinds).toEqual(expect.arrayContaining(["Contract", "Budget", "JournalEntry"]));
  });

  it("has the journal name the address that it prints", async () => {
    const printed = addressOf(platform, "mcp-journal");
    const document = await fetch(`${printed}/.well-known/oauth-protected-resource`);
    expect(await document.json()).toMatchObject({ resource: `${printed}/api/mcp` });
  });

  it("keeps mails where it says so with --mail, and shows them on a page", async () => {
    const [, page, folder] = /Mails +(\S+), kept in (\S+)\/\n/u.exec(platform.output())!;
    expect(folder).toBe(join(platforms.dataDir(), "mail"));
    expect(await (await fetch(page!)).text()).toContain(`They are kept in ${folder}.`);
  });
});

describe("npm start", () => {
  const platforms = useOwnPlatforms("test");

  it("refuses data of an earlier development version in one line, and starts with --fresh [ONE-1]", async () => {
    const earlier = await startEmbeddedStore({ dataDir: join(platforms.dataDir(), "store") });
    const client = await new MongoClient(earlier.uri).connect();
    await client.db("countersign").collection("workflow_tasks").insertOne({ ref: "LV-000001" });
    await client.close();
    await earlier.stop();
    const refused = runCommand("dev/start", ["--free-ports", "--data", platforms.dataDir()]);
    expect(await refused.ended).toBe(2);
    expect(refused.output().trim().split("\n").at(-1)).toBe(
      "This store was written by another version (schema none, expected 1): start with -- --fresh",
    );
    await platforms.start(["--fresh", "--no-demo"]);
  });

  it.each([
    [
      "store",
      { MONGODB_URI: "mongodb://127.0.0.1:1/?replicaSet=rs0" },
      /^Waiting for the store: MongoDB at 127\.0\.0\.1:1 .*\n/mu,
    ],
    ["broker", { NATS_URL: "nats://127.0.0.1:1" }, /127\.0\.0\.1:1.*the broker does not answer yet.*\n/u],
  ])("waits for a %s that is not there yet, and ends with 0 on SIGINT meanwhile", async (_, env, line) => {
    const waiting = runCommand("dev/start", ["--free-ports", "--data", platforms.dataDir()], env);
    await waiting.outputMatching(line);
    expect(await endWith(waiting, "SIGINT")).toBe(0);
    expect(waiting.output().trim().split("\n")).toEqual([expect.any(String), "Stopping …"]);
  });

  it("stops when the npm that runs it is gone", async () => {
    const main = join(import.meta.dirname, "main.ts");
    const args = JSON.stringify([main, "--free-ports", "--data", platforms.dataDir(), "--no-demo"]);
    const npm = spawn(
      process.execPath,
      ["-e", `require("child_process").spawn(process.execPath, ${args}, { stdio: "inherit" })`],
      {
        env: { ...process.env, npm_lifecycle_event: "start" },
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      },
    );
    onTestFinished(() => endGroup(npm));
    let output = "";
    npm.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    await waitFor(() => output.includes("Bus:"), { timeoutMs: 15_000, what: "the platform" });
    npm.kill("SIGKILL");
    await waitFor(() => output.endsWith("Stopped.\n"), { timeoutMs: 10_000, what: "its end" });
  });

  it.each([
    ["an invalid variable", [], { LOG_LEVEL: "loud" }, /^LOG_LEVEL: /],
    ["NODE_ENV=production with the embedded store", [], { NODE_ENV: "production" }, /set MONGODB_URI/],
    [
      "to keep mails in production",
      ["--mail"],
      { NODE_ENV: "production" },
      /--mail is not for NODE_ENV=prod/,
    ],
    ["to keep mails beside a mail server", ["--mail"], { SMTP_URL: "smtp://127.0.0.1" }, /^SMTP_URL: /],
    ["an unknown option", ["--quick"], {}, /usage: npm start/],
    ["to run without an unknown service", ["--without", "x"], {}, /there is no service x: version-gate/],
  ])("refuses %s with exit code 2", async (_, args, env, message) => {
    const refused = runCommand("dev/start", ["--free-ports", "--data", platforms.dataDir(), ...args], env);
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toMatch(message);
    expect(refused.output()).not.toContain("    at ");
  });
});

describe("npm run demo, where no platform answers", () => {
  const platforms = useOwnPlatforms("group");
  let demo: CommandProcess;
  beforeAll(async () => {
    demo = runCommand("dev/demo", ["--engine", "http://127.0.0.1:1", "--data", platforms.dataDir()]);
    await demo.ended;
  });

  it("starts its own, and leaves nothing behind", async () => {
    expect(await demo.ended, demo.output()).toBe(0);
    expect(demo.output()).toContain("npm start");
    expect(readdirSync(platforms.dataDir())).toEqual([]);
  });
});

describe("npm start with the user's own store and broker", { tags: ["nats"] }, () => {
  const platforms = useOwnPlatforms("group");
  const { prefix } = useTestBus("nats");
  let platform: CommandProcess;
  beforeAll(async () => {
    platform = await platforms.start([], {
      MONGODB_URI: store.uri,
      MONGODB_DB: store.dbName,
      NATS_URL,
      NATS_PREFIX: prefix,
    });
  });
  // The events of the history are not counted among those of the demo.
  beforeAll(async () => {
    await platform.outputMatching(/last three months/);
  });

  it(
    "keeps everything there, and the demo passes [RUN-START-02] [RUN-START-03]",
    { timeout: DEMO_MS },
    async () => {
      expect(platform.output()).toContain("Store: MONGODB_URI");
      expect(platform.output()).toContain("Bus: NATS_URL");
      const events = store.db.collection("workflow_events");
      const before = await events.countDocuments();
      const demo = runCommand("dev/demo", platforms.demoFlags(platform));
      expect(await demo.ended, demo.output()).toBe(0);
      expect((await events.countDocuments()) - before).toBe(41);
      expect(readdirSync(platforms.dataDir())).toEqual([SECRET_FILE, "platform.json"]);
    },
  );
});
