import { randomUUID } from "node:crypto";

import { RPC, STREAMS } from "@countersign/contracts";
import { type Bus, BusUnavailable, RequestUnanswered, createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import { silentLogger, startTestService, testTokens, useTestStore, waitFor } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, recordsOf } from "./engine-fixture.ts";
import { askOver, defineWorkflow } from "./service-fixture.ts";
import { approvalEngine } from "../src/service.ts";

const store = await useTestStore();
const records = recordsOf(store);

it("serves, publishes, reports health and metrics, and stops [CT-PROC-04] [CT-PROC-08] [MSG-DELIVERY-01]", async () => {
  const bus = createInProcessBus({ logger: silentLogger });
  const service = await startTestService(approvalEngine, store, { bus });
  const subjects: string[] = [];
  const durable = `test-${randomUUID()}`;
  await bus.consume({ stream: STREAMS.notifications.name, durable, filter: ">" }, async ({ subject }) => {
    subjects.push(subject);
  });
  const { refId, submitter, approver } = await submitThrough(service);

  expect(await records.tasks(refId)).toMatchObject([
    { submitterId: submitter.userId, status: "AWAITING_APPROVAL" },
  ]);
  await waitFor(() => subjects.includes(`approval.notification.hr.${approver.userId}`));
  expect(await health(service)).toEqual({
    status: 200,
    body: { status: "ready", checks: { store: "ok", bus: "ok" } },
  });
  const metrics = await get(service, "/metrics");
  expect(metrics.body).toMatch(/^outbox_publish_lag_seconds_count\{.*\} 1$/mu);
  expect(metrics.body).toContain("outbox_backlog");

  await service.stop();
  await expect(fetch(`${service.publicUrl}/graphql`)).rejects.toThrow();
  await bus.close();
});

it("decides while the broker is unavailable, and publishes afterwards", async () => {
  const broker = createInProcessBus({ logger: silentLogger });
  let away = false;
  const orAway = async (call: () => Promise<void>) => {
    if (away) throw new BusUnavailable("the broker is away");
    await call();
  };
  const bus: Bus = {
    ...broker,
    publish: async (message) => orAway(async () => broker.publish(message)),
    ping: async () => orAway(async () => broker.ping()),
  };
  const service = await startTestService(approvalEngine, store, { bus });
  away = true;
  const { refId } = await submitThrough(service);
  expect(await records.tasks(refId)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
  await waitFor(async () =>
    /^outbox_relay_failures_total\{.*\} [1-9]/mu.test((await get(service, "/metrics")).body),
  );
  expect(await health(service)).toEqual({
    status: 200,
    body: { status: "ready", checks: { store: "ok", bus: "failed" } },
  });
  const waiting = { key: refId, pending: true };
  expect(await records.list("outbox", waiting)).toHaveLength(1);
  away = false;
  await waitFor(async () => (await records.list("outbox", waiting)).length === 0);
  await service.stop();
  await broker.close();
});

it("leaves nothing running when it cannot start", async () => {
  const bus = createInProcessBus({ logger: silentLogger });
  const first = await startTestService(approvalEngine, store, { bus });
  const port = new URL(first.publicUrl).port;
  await expect(startTestService(approvalEngine, store, { bus, env: { PORT: port } })).rejects.toThrow(
    /EADDRINUSE/u,
  );
  await first.stop();
  // Nobody answers any more: the replica that failed took its endpoints back.
  const request = bus.request(RPC.hrPendingCounts.subject, { companyId: newId() });
  await expect(request).rejects.toBeInstanceOf(RequestUnanswered);
  await bus.close();
});

/** A document submitted over HTTP, for one approver. */
async function submitThrough({ publicUrl }: RunningService) {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const bearer = await testTokens().bearer({ sub: submitter.userId, companyId: company.companyId });
  const refId = newId();
  const ask = askOver(publicUrl, bearer);
  const workflowId = await defineWorkflow(ask, approver.userId);
  await ask(
    `mutation { newWorkflowTask(input: { workflowId: "${workflowId}", refId: "${refId}", kind: Leave }) }`,
  );
  return { refId, submitter, approver };
}

async function get({ internalUrl }: RunningService, path: string) {
  const response = await fetch(`${internalUrl}${path}`);
  return { status: response.status, body: await response.text() };
}

async function health(service: RunningService) {
  const { status, body } = await get(service, "/readyz");
  return { status, body: JSON.parse(body) as unknown };
}
