import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MESSAGES, RPC, cloudEvent } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { engineOn, stagesOf, submitNew } from "./engine-fixture.ts";
import { MALFORMED_COMMANDS, eventOf, submission } from "./message-fixture.ts";
import { type MessageWorld, type CloudEventData } from "./message-world.ts";

const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;

/** Tests of the engine's answers to accepted and refused commands, and of its outcomes of ended runs. */
export function describeOutcomes(world: MessageWorld): void {
  const { store, bus, records, deadLetters, heardAbout, command } = world;

  describe("bad input", () => {
    const { address } = MESSAGES.submitCommand;
    const publish = async (data: unknown) => bus.publish({ subject: address, id: randomUUID(), data });

    it.each(MALFORMED_COMMANDS)(
      "$fault is a dead letter, is answered if it can be, and holds nobody back [MSG-DELIVERY-04] [MSG-DELIVERY-06] [OPS-6]",
      async ({ malformed, reason, answered }) => {
        const { request } = submission();
        const before = deadLetters.length;
        await publish(malformed(request));
        await command("submitCommand", request);
        await waitFor(() => heardAbout(request.refId).length > (answered ? 1 : 0));
        expect(heardAbout(request.refId).map(({ subject }) => subject)).toEqual([
          ...(answered ? ["approval.request.hr.Leave.refused"] : []),
          "approval.request.hr.Leave.accepted",
        ]);
        for (const { subject, data } of heardAbout(request.refId)) {
          const { event } = subject.endsWith("refused") ? MESSAGES.refused : MESSAGES.accepted;
          expect(event.safeParse(data).error).toBeUndefined();
        }
        await waitFor(() => deadLetters.length > before);
        expect(deadLetters.at(-1)?.reason).toContain(reason);
        expect(await records.tasks(request.refId)).toHaveLength(1);
      },
    );

    it("an unknown command is a dead letter [MSG-DELIVERY-04]", async () => {
      const before = deadLetters.length;
      await bus.publish({ subject: "approval.command.explode", id: randomUUID(), data: eventOf({}) });
      await waitFor(() => deadLetters.length > before);
      expect(deadLetters.at(-1)?.reason).toContain("no such command");
    });

    it.each(["1970-01-01T00:00:00Z", "2099-12-31T23:59:59+14:00"])(
      "a sender's clock that says %s decides nothing",
      async (time) => {
        const { request } = submission();
        const beganAt = Date.now();
        await publish(eventOf(request, { time }));
        await waitFor(() => heardAbout(request.refId).length > 0);
        const [answer] = heardAbout(request.refId);
        const answerEvent = MESSAGES.accepted.event.parse(answer?.data);
        expect(Date.parse(answerEvent.time ?? "")).toBeGreaterThanOrEqual(beganAt);
      },
    );

    it("a command that was handled a month ago is not handled again [MSG-DELIVERY-02] [MSG-DELIVERY-03]", async () => {
      const { request, submitter } = submission();
      const time = new Date(Date.now() - MONTH_MS).toISOString();
      const old = eventOf(request, { time });
      await publish(old);
      const { companyId, refId } = request;
      await command("cancelCommand", { companyId, refId, actorId: submitter.userId });
      await waitFor(async () => (await records.tasks(refId))[0]?.status === "ARCHIEVED");
      // Under another message id: the broker has long forgotten the first.
      await publish(old);
      const { request: next } = submission({ refId });
      await command("submitCommand", next);
      await waitFor(() => heardAbout(refId).length > 1);
      expect(heardAbout(refId).map(({ data }) => (data as CloudEventData).data["companyId"])).toEqual([
        companyId,
        next.companyId,
      ]);
      const expiries = await records.list<{ expiresAt: Date }>("inbox", {
        "_id.messageId": old.id,
      });
      expect(expiries).toHaveLength(1);
      expect(expiries[0]?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3 * MONTH_MS);
    });
  });

  it("a company that is announced twice gets its policies once [MSG-COMPANY-01] [MSG-COMPANY-02]", async () => {
    const companyId = newId();
    const { address: subject, type } = MESSAGES.companyCreated;
    const announce = async () => {
      const id = randomUUID();
      const data = cloudEvent({
        id,
        source: "/test",
        type,
        subject: companyId,
        time: new Date(),
        data: { companyId },
      });
      await bus.publish({ subject, id, data });
    };
    const policies = async () => records.list("hr_approval_policies", { companyId: toObjectId(companyId) });
    await Promise.all([announce(), announce()]);
    await waitFor(async () => (await policies()).length === 4);
  });

  describe("outcomes", () => {
    it("say whose run ended, by the ids of its submission and the answer to it [SAFE-1] [OPS-4]", async () => {
      const { request, approver } = submission({ requestId: "repeat-1" });
      const requestId = await command("submitCommand", request);
      await waitFor(() => heardAbout(request.refId).length > 0);
      const acceptance = MESSAGES.accepted.event.parse(heardAbout(request.refId)[0]?.data).data;
      const engine = await engineOn(store);
      await engine.decideApproval(approver, { taskId: acceptance.tasks[0]?._id ?? "", status: "REJECTED" });
      const [, outcome] = await waitFor(() => {
        const messages = heardAbout(request.refId);
        return messages.length > 1 && messages;
      });
      const { runId } = acceptance;
      expect(runId).toBeDefined();
      expect(MESSAGES.rejected.event.parse(outcome?.data).data).toMatchObject({
        runId,
        requestId,
        origin: "owner",
      });
    });

    it.each(["request-7", undefined])("name the requestId %s of a request [OPS-4]", async (requestId) => {
      const { request, approver } = submission({ requestId });
      const { tasks } = (await bus.request(RPC.submit.subject, request)) as { tasks: { _id: string }[] };
      const engine = await engineOn(store);
      await engine.decideApproval(approver, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
      await waitFor(() => heardAbout(request.refId).length > 0);
      const { data } = MESSAGES.completed.event.parse(heardAbout(request.refId)[0]?.data);
      expect(data.requestId).toBe(requestId);
    });

    // Rules: [MSG-OUTCOME-01] [MSG-OUTCOME-03] [MSG-EVENT-01] [MSG-EVENT-05]
    it("reach the owner as valid events", async () => {
      const { request, approver } = submission();
      const { tasks } = (await bus.request(RPC.submit.subject, request)) as { tasks: { _id: string }[] };
      const engine = await engineOn(store);
      await engine.decideApproval(approver, {
        taskId: tasks[0]?._id ?? "",
        status: "APPROVED",
        remark: "Good",
      });
      await waitFor(() => heardAbout(request.refId).length > 0);
      const [outcome] = heardAbout(request.refId);
      expect(outcome?.subject).toBe("approval.outcome.hr.Leave.completed");
      expect(outcome?.headers["content-type"]).toBe("application/cloudevents+json");
      expect(outcome).toMatchObject({ id: (outcome?.data as Partial<CloudEventData> | undefined)?.["id"] });
      expect(MESSAGES.completed.event.parse(outcome?.data).data).toMatchObject({
        refId: request.refId,
        remark: "Good",
      });
    });

    it("that were committed by a process that died before it published are not lost [MSG-DELIVERY-01]", async () => {
      const { company, submitter, approver } = submission();
      // An engine without a relay: all that a killed process leaves behind is its transaction.
      const dyingEngine = await engineOn(store);
      const { refId, tasks } = await submitNew(dyingEngine, submitter, stagesOf([approver]), {
        kind: "SalesOrder",
      });
      await dyingEngine.decideApproval(approver, { taskId: tasks[0]?._id ?? "", status: "REJECTED" });
      await waitFor(() => heardAbout(refId).length > 0);
      expect(heardAbout(refId)).toMatchObject([
        {
          subject: "approval.outcome.inventory.SalesOrder.rejected",
          data: { data: { companyId: company.companyId, refId } },
        },
      ]);
    });
  });
}
