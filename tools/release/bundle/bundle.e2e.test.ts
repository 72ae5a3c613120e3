import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startServiceReplica, testTokens, useTestStore } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledPackages, isAccepted } from "../supply-chain/bundled-packages.ts";
import { startOtlpReceiver } from "../../dev/trace/otlp-receiver.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { stopUnderLoad } from "./balanced-load.ts";
import { type BundledService, bundleService, findServices, OPERATORS_PROGRAM } from "./bundle-service.ts";

const CLIENTS = 8;
const COMPANY = "5eed00000000000000000001";

const store = await useTestStore();
const tokens = testTokens();
const outDir = mkdtempSync(join(tmpdir(), "countersign-bundle-"));
const SERVICES = findServices();
const bundles = new Map<string, BundledService>();

function bundleOf(name: string): BundledService {
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`no service ${name}`);
  return bundle;
}

/** One request to each service's public surface that reads its store. */
const REQUESTS: Readonly<Record<string, (url: string, authorization: string) => Promise<Response>>> = {
  "version-gate": (url) => fetch(`${url}/api/version`),
  "mcp-journal": (url, authorization) =>
    fetch(`${url}/api/mcp`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      }),
    }),
  "approval-engine": (url, authorization) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ myPendingApprovals { taskId } }" }),
    }),
  "hr-service": (url, authorization) => fetch(`${url}/api/leaves`, { headers: { authorization } }),
  "inventory-service": (url, authorization) => fetch(`${url}/api/orders`, { headers: { authorization } }),
};

beforeAll(async () => {
  await store.db.collection("configs").insertOne({ iosVersion: "1.2.3", updatedAt: new Date() });
});
for (const service of SERVICES) {
  beforeAll(async () => void bundles.set(service.name, await bundleService(service, outDir)));
}
afterAll(() => rmSync(outDir, { recursive: true }));

/** A bundle as its image runs it: it can only read its own folder, and write nothing. */
async function startBundle(name: string, variables: Readonly<Record<string, string>> = {}) {
  const { main } = bundleOf(name);
  return startServiceReplica(main, {
    NODE_ENV: "production",
    NODE_OPTIONS: `--permission --allow-fs-read=${dirname(main)} --allow-net --disable-warning=ExperimentalWarning`,
    MONGODB_URI: store.uri,
    MONGODB_DB: store.dbName,
    PORT: "0",
    INTERNAL_PORT: "0",
    // As in docker-compose.yml: longer than a balancer takes to notice, on a busy machine too.
    DRAIN_DELAY_MS: "1000",
    ...tokens.environment,
    ...variables,
  });
}

// Side by side: each of them waits for processes that start and drain.
describe.concurrent("the bundle that an image carries", () => {
  it.each(SERVICES.map(({ name }) => name))(
    "[CT-PROC-04, CT-PROC-08] of %s starts without writing a file, is ready, and stops under load without a failed request",
    async (name) => {
      const request = REQUESTS[name]!;
      const authorization = await tokens.bearer({
        sub: "5eed00000000000000000101",
        companyId: COMPANY,
      });
      const replica = await startBundle(name);
      for (const path of ["/livez", "/readyz"]) {
        expect((await fetch(replica.internalUrl + path)).status, path).toBe(200);
      }

      const load = await stopUnderLoad(
        {
          internalUrl: replica.internalUrl,
          request: () => request(replica.publicUrl, authorization),
          clients: CLIENTS,
        },
        replica.stop,
      );

      expect(load.failures).toEqual([]);
      expect([...load.statuses.keys()]).toEqual([200]);
      expect(load.afterStopping).toBeGreaterThanOrEqual(CLIENTS);
      expect(await replica.childExit).toBe(0);
    },
  );

  it("of approval-engine sends its traces to a receiver, in the trace of its caller [MSG-EVENT-03]", async () => {
    await using receiver = await startOtlpReceiver();
    const engine = await startBundle("approval-engine", { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const [traceId, authorization] = [
      "0af7651916cd43dd8448eb211c80319c",
      await tokens.bearer({ sub: COMPANY, companyId: COMPANY }),
    ];
    await fetch(`${engine.publicUrl}/graphql`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ query: "mutation { markAllNotificationsRead }" }),
    });
    await engine.stop();
    const spans = receiver.spans().filter((span) => span.traceId === traceId);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(["approval-engine"]));
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["POST /graphql", "transaction", "find workflow_notifications"]),
    );
  });

  it("of approval-engine serves the assets of its libraries: GraphiQL's page, and exports", async () => {
    const engine = await startBundle("approval-engine", { GRAPHIQL: "on" });
    const authorization = await tokens.bearer({ sub: COMPANY, companyId: COMPANY });
    const page = await fetch(`${engine.publicUrl}/graphiql`);
    expect(await page.text()).toContain("<title>GraphiQL</title>");
    const sheet = await fetch(`${engine.publicUrl}/api/workflow/task/download`, {
      headers: { authorization },
    });
    expect(new TextDecoder().decode(await sheet.bytes())).toContain("xl/worksheets/sheet1.xml");
    await engine.stop();
  });

  it("of approval-engine serves the console from the folder beside it, with the notices of its packages [CON-8]", async () => {
    const { main } = bundleOf("approval-engine");
    const engine = await startBundle("approval-engine", {
      CONSOLE: "on",
      CONSOLE_AUTH: "token",
      CONSOLE_DIR: join(dirname(main), "console"),
    });
    const page = await (await fetch(`${engine.publicUrl}/console/`)).text();
    const [, script] = /<script[^>]* src="([^"]+)"/u.exec(page)!;
    expect((await fetch(engine.publicUrl + script!)).headers.get("content-type")).toMatch(
      /^text\/javascript/,
    );
    await engine.stop();
    const notices = readFileSync(join(dirname(main), "LICENCES.txt"), "utf8");
    for (const name of ["react-dom", "react-aria-components", "oidc-client-ts"]) {
      expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
    }
  });

  it("of version-gate serves its settings by GraphQL", async () => {
    const gate = await startBundle("version-gate");
    const claims = { sub: "5eed00000000000000000101", companyId: COMPANY, privileged: true };
    const answer = await fetch(`${gate.internalUrl}/graphql`, {
      method: "POST",
      headers: { authorization: await tokens.bearer(claims), "content-type": "application/json" },
      body: JSON.stringify({ query: "{ configHistory { total } }" }),
    });
    expect(await answer.json()).toEqual({ data: { configHistory: { total: 0 } } });
    await gate.stop();
  });

  it("passes its container's health check only while it is ready", async () => {
    const healthcheck = join(WORKSPACE_ROOT, "deploy/healthcheck.mjs");
    const gate = await startBundle("version-gate");
    const { port } = new URL(gate.internalUrl);
    const statusOf = () =>
      spawnSync(process.execPath, [healthcheck], { env: { INTERNAL_PORT: port }, stdio: "ignore" }).status;
    expect(statusOf()).toBe(0);
    await gate.stop();
    expect(statusOf()).toBe(1);
  });

  it("comes with the notices of the packages in it", async () => {
    const { main } = bundleOf("version-gate");
    const notices = readFileSync(join(dirname(main), "LICENCES.txt"), "utf8");
    expect(notices).toMatch(/^mongodb [\d.]+ \(Apache-2\.0\)$/m);
    const built = [...bundles.values()];
    expect(
      bundledPackages(built.flatMap(({ inputs }) => inputs)).filter(({ licence }) => !isAccepted(licence)),
    ).toEqual([]);
  });

  it("of the operators' commands runs them on the store", async () => {
    const { main } = await bundleService(OPERATORS_PROGRAM, outDir);
    const env = { PATH: process.env["PATH"], MONGODB_URI: store.uri, MONGODB_DB: store.dbName };
    const { status, stdout } = spawnSync(process.execPath, [main, "audit:verify"], { encoding: "utf8", env });
    expect([status, stdout]).toEqual([0, expect.stringContaining("not covered: ")]);
  });

  it("has the same bytes when it is built again", async () => {
    const again = await bundleService({ name: "again", entry: "apps/version-gate/src/main.ts" }, outDir);
    const { main } = bundleOf("version-gate");
    expect(readFileSync(again.main).equals(readFileSync(main))).toBe(true);
  });

  it("is refused when it would carry the development store", async () => {
    const entry = "libs/testing/src/store-process.ts";
    await expect(bundleService({ name: "bad", entry }, outDir)).rejects.toThrow(
      /^bad would carry development code: .*libs\/embedded-store\/src\/index\.ts/,
    );
  });
});
