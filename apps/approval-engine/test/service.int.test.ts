import { randomUUID } from "node:crypto";

import { RPC, STREAMS } from "@countersign/contracts";
import { RequestUnanswered, createInProcessBus } from "@countersign/messaging";
import { newId } from "@countersign/mongo";
import { useTestStore, testTokens, waitFor } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, recordsOf } from "./engine-fixture.ts";
import { quietLogger, startReplica } from "./service-fixture.ts";

const store = await useTestStore();
const records = recordsOf(store);

it("[CT-PROC-04] [CT-PROC-08] [MSG-DELIVERY-01] serves, publishes, tells its health and metrics, and stops", async () => {
  const bus = createInProcessBus({ logger: quietLogger });
  const service = await startReplica(store, bus);
  const subjects: string[] = [];
  const durable = `test-${randomUUID()}`;
  await bus.consume({ stream: STREAMS.notifications.name, durable, filter: ">" }, async ({ subject }) => {
    subjects.push(subject);
  });
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const bearer = await testTokens().bearer({ sub: submitter.userId, companyId: company.companyId });
  const refId = newId();

  const workflow = await ask(`mutation { createWorkflow(input: { name: "Leave" }) { _id } }`);
  const workflowId = (workflow["createWorkflow"] as { _id: string })._id;
  await ask(`mutation { createWorkflowStage(input: {
    workflowId: "${workflowId}", name: "Manager", order: 1, approverIds: ["${approver.userId}"] }) { _id } }`);
  await ask(
    `mutation { newWorkflowTask(input: { workflowId: "${workflowId}", refId: "${refId}", kind: Leave }) }`,
  );

  expect(await records.tasks(refId)).toMatchObject([
    { submitterId: submitter.userId, status: "AWAITING_APPROVAL" },
  ]);
  await waitFor(() => subjects.includes(`approval.notification.hr.${approver.userId}`));
  expect(await get("/readyz")).toMatchObject({ status: 200, body: expect.stringContaining('"store":"ok"') });
  const metrics = await get("/metrics");
  expect(metrics.body).toMatch(/^outbox_publish_lag_seconds_count\{.*\} 1$/mu);
  expect(metrics.body).toContain("outbox_backlog");

  await service.stop();
  await expect(fetch(`${service.publicUrl}/graphql`)).rejects.toThrow();
  await bus.close();

  async function ask(query: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${service.publicUrl}/graphql`, {
      method: "POST",
      headers: { authorization: bearer, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }
  async function get(path: string) {
    const response = await fetch(`${service.internalUrl}${path}`);
    return { status: response.status, body: await response.text() };
  }
});

it("leaves nothing running when it cannot start", async () => {
  const bus = createInProcessBus({ logger: quietLogger });
  const first = await startReplica(store, bus);
  const port = new URL(first.publicUrl).port;
  await expect(startReplica(store, bus, { PORT: port })).rejects.toThrow(/EADDRINUSE/u);
  await first.stop();
  // Nobody answers any more: the replica that failed took its endpoints back.
  const request = bus.request(RPC.hrPendingCounts.subject, { companyId: newId() });
  await expect(request).rejects.toBeInstanceOf(RequestUnanswered);
  await bus.close();
});
