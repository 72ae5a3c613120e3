import { join } from "node:path";
import { createJetStreamBus } from "@countersign/bus";
import type { RunningService } from "@countersign/service-kit";
import {
  type NatsServer,
  silentLogger,
  startNatsServer,
  startTestService,
  testTokens,
  useTestStore,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRawSession, rawSession, rpc } from "@countersign/testing/mcp-raw-client";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { SERVICE_NAMES, type ServiceName } from "../start/platform-ports.ts";
import { PLATFORM_SERVICES } from "../start/platform-services.ts";
import { seedDemoCompany, waitForPolicies } from "../start/seed-demo-company.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { demoAddresses } from "./demo-flags.ts";
import { expectedLeave, runLeave } from "./run-leave.ts";
import { expectedLoan, runLoan } from "./run-loan.ts";
import { expectedOrder, runOrder } from "./run-order.ts";
import { openSession, type Session } from "./session.ts";
import { differencesOf } from "./story.ts";

const CONFIG = join(WORKSPACE_ROOT, "docs/nats/accounts.conf");
const USERS: Partial<Record<ServiceName, string>> = { "hr-service": "hr", "inventory-service": "inventory" };
const tokens = testTokens();
const bearer = async ({ userId: sub, privileged }: DemoPerson) =>
  tokens.bearer({ sub, companyId: DEMO_COMPANY.id, privileged });

describe("the platform on a broker with an account for each owner", { tags: ["nats-server"] }, async () => {
  // One database for all, so that an owner's relay sees the engine's messages beside its own.
  const store = await useTestStore();
  const started = new AsyncDisposableStack();
  const services = new Map<ServiceName, RunningService[]>();
  let server: NatsServer;
  let session: Session;

  /** A replica of a service, on a connection of its own to its account. */
  async function start(name: ServiceName): Promise<void> {
    const user = USERS[name] ?? "platform";
    const servers = `nats://${user}:${user}@${new URL(server.url).host}`;
    const bus = await createJetStreamBus({ servers, logger: silentLogger });
    started.defer(() => bus.close());
    const env =
      name === "approval-engine"
        ? { SERVICE_COMPANIES: "HR=* INVENTORY=*" }
        : { CURRENCY: DEMO_COMPANY.currency };
    const running = await startTestService(PLATFORM_SERVICES[name], store, { bus, env });
    started.defer(() => running.stop());
    services.set(name, [...(services.get(name) ?? []), running]);
  }

  beforeAll(async () => {
    server = await startNatsServer({ configFile: CONFIG });
    started.defer(() => server.stop());
    await seedDemoCompany(store, new Date());
    // Owners first: they wait for the streams and consumers of the engine.
    for (const name of SERVICE_NAMES.toReversed()) {
      await start(name);
      await start(name);
    }
    await waitForPolicies(store);
    session = await openSession({
      addresses: demoAddresses((name) => services.get(name)![0]!.publicUrl),
      tokenOf: async (person) => (await bearer(person)).replace("Bearer ", ""),
      say: () => undefined,
    });
    started.defer(() => session.close());
  });
  afterAll(() => started.disposeAsync());

  it.each([
    ["leave", runLeave, expectedLeave],
    ["an order", runOrder, expectedOrder],
    ["a loan", runLoan, expectedLoan],
  ])("takes %s through the same run as without accounts [MSG-FENCE-01]", async (_, run, expected) => {
    const story = await run(session);
    expect(differencesOf(story, expected(story.ref))).toEqual([]);
  });

  it("forwards an agent's requests to the replica that holds the session [MSG-FENCE-01]", async () => {
    const [holder, other] = services.get("mcp-journal")!;
    const authorization = await bearer(DEMO_PEOPLE.employee);
    const { id } = await openRawSession(holder!, authorization);
    const answer = await rawSession(other!, id, authorization).post(rpc(1, "tools/list"));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("create_journal_entry");
  });

  it("has only ready services, and the gate answers [MSG-FENCE-01]", async () => {
    for (const { internalUrl } of [...services.values()].flat()) {
      const ready = await (await fetch(new URL("/readyz", internalUrl))).json();
      expect(JSON.stringify(ready)).not.toContain("failed");
      expect(ready).toMatchObject({ status: "ready" });
    }
    const [gate] = services.get("version-gate")!;
    expect((await fetch(new URL("/api/version", gate!.publicUrl))).status).toBe(200);
  });
});
