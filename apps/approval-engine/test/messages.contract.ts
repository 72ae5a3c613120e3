import { randomUUID } from "node:crypto";
import { LIMITS, MESSAGES, RPC } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { useTestStore, waitFor } from "@countersign/testing";
import { type TestOptions, describe, expect, it } from "vitest";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { anOrderOverItsThreshold, submission } from "./message-fixture.ts";
import { describeOutcomes } from "./message-outcomes.contract.ts";
import { type BusHarness, useMessages } from "./message-world.ts";
import { addStaff } from "./service-fixture.ts";

const FACTS_41 = Array.from({ length: 41 }, (_, n) => ({
  key: `f${n}`,
  label: "F",
  type: "TEXT",
  value: "",
}));

/** All the rows and columns that a document may have, in almost as many bytes as it may have. */
const LARGEST_TABLES = Array.from({ length: LIMITS.tables }, (_table, number) => ({
  key: `t${number}`,
  label: "Payments",
  columns: Array.from({ length: LIMITS.tableColumns }, (_column, place) => ({
    key: `c${place}`,
    label: "C",
    type: "TEXT" as const,
  })),
  rows: Array.from({ length: LIMITS.tableRows }, () =>
    Array.from({ length: LIMITS.tableColumns }, () => "12.50".padEnd(7, "x")),
  ),
}));

const boardOf = (approveBy: string, quorum: number) => ({ name: "Board", order: 1, approveBy, quorum });

/** The messages between owners and the engine, on an engine of two replicas; the same on every bus. */
export async function describeMessages(
  name: string,
  options: TestOptions,
  harness: BusHarness,
): Promise<void> {
  const store = await useTestStore();

  describe(`messages of the approval engine: ${name}`, options, () => {
    const world = useMessages(store, harness);
    const { bus, records, deadLetters, heardAbout, command, leftOutOf, anAmendment } = world;

    describe("requests", () => {
      it("submit [MSG-RPC-01] [MSG-RPC-08] [MSG-RPC-09]", async () => {
        const { request } = submission();
        const answer = await bus.request(RPC.submit.subject, request);
        expect(answer).toEqual({
          refId: request.refId,
          runId: expect.any(String),
          tasks: [{ _id: expect.any(String), orderNo: 1, stageName: "Stage 1", status: "AWAITING_APPROVAL" }],
        });
        expect(await records.tasks(request.refId)).toHaveLength(1);
      });

      it("submit to stages with a quorum and groups, as durable commands do [PPL-4]", async () => {
        const approvers = [{ approverId: newId(), groups: ["legal"] }, { approverId: newId() }];
        const dynamicStages = [
          { ...boardOf("PER_GROUP", 1), rejectBy: "UNREACHABLE", bulk: false, approvers },
        ];
        const [{ request }, { request: durable }] = [
          submission({ dynamicStages }),
          submission({ dynamicStages }),
        ];
        await bus.request(RPC.submit.subject, request);
        await command("submitCommand", durable);
        await waitFor(() => heardAbout(durable.refId).length > 0);
        for (const { refId } of [request, durable]) {
          const [task] = await records.tasks(refId);
          expect(task).toMatchObject({
            approveBy: "PER_GROUP",
            quorum: 1,
            rejectBy: "UNREACHABLE",
            groups: ["legal"],
            bulk: false,
          });
          expect(await records.approvals(task?._id ?? "")).toMatchObject(approvers);
          expect((await records.events(refId))[0]?.metadata).toMatchObject({
            approveBy: "PER_GROUP",
            quorum: 1,
            rejectBy: "UNREACHABLE",
          });
        }
      });

      it("submit a document with the largest tables, as durable commands do [DOC-6]", async () => {
        const document = { title: "Payment run", tables: LARGEST_TABLES };
        const [{ request }, { request: durable }] = [submission({ document }), submission({ document })];
        await bus.request(RPC.submit.subject, request);
        await command("submitCommand", durable);
        await waitFor(() => heardAbout(durable.refId).length > 0);
        for (const { refId } of [request, durable]) expect(await records.tasks(refId)).toHaveLength(1);
      });

      it("submit again with the same request id answers the same [MSG-RPC-15]", async () => {
        const { request } = submission({ requestId: randomUUID() });
        const answer = await bus.request(RPC.submit.subject, request);
        expect(await bus.request(RPC.submit.subject, request)).toEqual(answer);
      });

      it.each([
        ["an open run", 409, "Document already has an approval in progress", {}],
        ["an unknown workflow", 404, "Workflow not found", { dynamicStages: undefined, workflowId: newId() }],
        ["no stages", 400, "Workflow has no stages", { dynamicStages: [] }],
        [
          "a quorum that the seats cannot reach",
          400,
          'Stage "Board" cannot reach its quorum',
          { dynamicStages: [{ ...boardOf("COUNT", 3), approvers: [{ approverId: newId() }] }] },
        ],
        [
          "groups that nobody carries",
          400,
          'Stage "Board" cannot reach its quorum',
          { dynamicStages: [{ ...boardOf("PER_GROUP", 1), approverIds: [newId()] }] },
        ],
        [
          "101 per cent",
          400,
          "quorum must be a whole number from 1 to 100 with PERCENT",
          { dynamicStages: [{ ...boardOf("PERCENT", 101), approverIds: [newId()] }] },
        ],
        ["a malformed id", 400, "submitterId: must be 24 hexadecimal characters", { submitterId: "me" }],
        [
          "a document with a date that does not exist",
          400,
          "document.facts.0.value: must be a date that exists, as YYYY-MM-DD",
          { document: { facts: [{ key: "from", label: "From", type: "DATE", value: "2027-02-30" }] } },
        ],
      ])("are refused with the exact text: %s [MSG-RPC-10]", async (_case, code, message, fault) => {
        const { request } = submission();
        if (code === 409) await bus.request(RPC.submit.subject, request);
        const refusal = bus.request(RPC.submit.subject, { ...request, ...fault });
        await expect(refusal).rejects.toMatchObject({ name: "RequestRefused", code, message });
      });

      it("cancel [MSG-RPC-02] [MSG-RPC-12]", async () => {
        const { request, submitter } = submission();
        await bus.request(RPC.submit.subject, request);
        const { companyId, refId } = request;
        const answer = await bus.request(RPC.cancel.subject, { companyId, refId, actorId: submitter.userId });
        expect(answer).toEqual({ refId, archivedTasks: 1 });
        expect(await records.tasks(refId)).toMatchObject([{ status: "ARCHIEVED" }]);
      });

      it("amend, and again with the same answer [DOC-3]", async () => {
        const amendment = await anAmendment();
        const answer = await bus.request(RPC.amend.subject, amendment);
        expect(answer).toEqual({
          refId: amendment.refId,
          revision: 2,
          tasks: [{ _id: expect.any(String), orderNo: 1, stageName: "Stage 1", status: "AWAITING_APPROVAL" }],
        });
        expect(await bus.request(RPC.amend.subject, amendment)).toEqual(answer);
        expect(await records.tasks(amendment.refId)).toMatchObject([
          { document: { revision: 2, title: "Two days" } },
        ]);
      });

      it.each([
        [
          "no approval in progress",
          404,
          "There is no approval in progress for this document",
          { refId: newId() },
        ],
        ["the company's setting", 409, "Document cannot be changed while its approval is in progress", {}],
        [
          "an amount",
          400,
          "document.amount: must be a decimal",
          { document: { amount: "1e3", currency: "EUR" } },
        ],
        ["a link", 400, "document.url: must be an https", { document: { url: "javascript:alert(1)" } }],
        ["no document", 400, "document: is required", { document: undefined }],
        [
          "a hidden character",
          400,
          "document.title: must not contain U+202E",
          { document: { title: "\u202Ea" } },
        ],
      ])("amend is refused for %s with the exact text [DOC-3]", async (_case, code, message, fault) => {
        const refusal = bus.request(RPC.amend.subject, { ...(await anAmendment("REFUSE")), ...fault });
        await expect(refusal).rejects.toMatchObject({
          name: "RequestRefused",
          code,
          message: expect.stringContaining(message),
        });
      });

      it("hr.submit and hr.pendingCounts [MSG-RPC-03] [MSG-RPC-11] [MSG-RPC-07]", async () => {
        const { companyId } = aCompany();
        await (await engineOn(store)).seedCompany(companyId);
        const staff = await addStaff(store, companyId, newId);
        const answer = await bus.request(RPC.hrSubmit.subject, {
          companyId,
          kind: "Leave",
          refId: newId(),
          employeeId: staff.employeeId,
          submitterId: staff.employee,
        });
        expect(answer).toMatchObject({
          tasks: [{ stageName: "MANAGER" }, { stageName: "HEAD_OF_DEPARTMENT" }, { stageName: "HR" }],
        });
        expect(await bus.request(RPC.hrPendingCounts.subject, { companyId })).toEqual({
          counts: { Leave: 1, Claim: 0, Loan: 0, Advance: 0 },
        });
      });

      // Rules: [MSG-RPC-04] [MSG-RPC-05] [MSG-RPC-06] [MSG-RPC-13] [MSG-RPC-14]
      it("inventory", async () => {
        const { companyId, submitter, order } = await anOrderOverItsThreshold(store);
        const request = { companyId, submitterId: submitter.userId, order };

        const evaluation = await bus.request(RPC.inventoryEvaluate.subject, request);
        expect(evaluation).toEqual({ required: true, workflowId: expect.any(String) });
        expect(await records.tasks(order._id)).toEqual([]);
        expect(await bus.request(RPC.inventoryOrderCreated.subject, request)).toEqual({
          ...(evaluation as object),
          runId: expect.any(String),
        });
        expect(await records.tasks(order._id)).toHaveLength(1);
        const posting = bus.request(RPC.inventoryAssertPostable.subject, { companyId, orderId: order._id });
        await expect(posting).rejects.toMatchObject({
          code: 403,
          message: "This order requires approval before it can be posted",
        });
      });
    });

    it("name the editors of a document, by requests and commands, who then never decide [PPL-6]", async () => {
      const [first, second] = [newId(), newId()];
      const engine = await engineOn(store);
      const writtenBy = (editor: string) => ({
        document: { title: "Ten days", editorIds: [editor.toUpperCase()] },
        dynamicStages: [{ name: "Board", order: 1, approveBy: "ANY", approverIds: [first, second] }],
      });
      const company = aCompany();
      const { companyId } = company;
      const [askedSubmission, durable] = [submission({ companyId }), submission({ companyId })];
      await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" });
      const actorId = askedSubmission.submitter.userId;

      await bus.request(RPC.submit.subject, { ...askedSubmission.request, ...writtenBy(first) });
      await command("submitCommand", { ...durable.request, ...writtenBy(first) });
      await waitFor(() => heardAbout(durable.request.refId).length === 1);
      for (const { refId } of [askedSubmission.request, durable.request])
        expect(await leftOutOf(refId)).toEqual([first]);

      const amendment = { companyId, actorId, document: writtenBy(second).document };
      await bus.request(RPC.amend.subject, { ...amendment, refId: askedSubmission.request.refId });
      await command("amendCommand", { ...amendment, refId: durable.request.refId });
      await waitFor(() => heardAbout(durable.request.refId).length === 2);
      for (const { refId } of [askedSubmission.request, durable.request])
        expect(await leftOutOf(refId)).toEqual([second]);
    });

    describe("durable commands", () => {
      // Rules: [MSG-EVENT-06] [MSG-COMMAND-01] [MSG-COMMAND-03] [MSG-REQUEST-01]
      it("submit and answer accepted", async () => {
        const { request } = submission();
        const id = await command("submitCommand", request);
        const [answer] = await waitFor(() => {
          const answers = heardAbout(request.refId);
          return answers.length > 0 && answers;
        });
        expect(answer).toMatchObject({
          subject: "approval.request.hr.Leave.accepted",
          data: {
            type: "approval.request.accepted",
            data: { requestId: id, companyId: request.companyId, tasks: [{ status: "AWAITING_APPROVAL" }] },
          },
        });
        expect(MESSAGES.accepted.event.safeParse(answer?.data).success).toBe(true);
      });

      it("answer refused with the exact text [MSG-REQUEST-02]", async () => {
        const { request } = submission({ dynamicStages: [] });
        const id = await command("submitCommand", request);
        await waitFor(() => heardAbout(request.refId).length > 0);
        const [answer] = heardAbout(request.refId);
        expect(answer).toMatchObject({
          subject: "approval.request.hr.Leave.refused",
          data: { data: { requestId: id, code: 400, error: "Workflow has no stages" } },
        });
        expect(MESSAGES.refused.event.safeParse(answer?.data).success).toBe(true);
      });

      it("carry what is approved into notifications, or name the field that it is refused for [DOC-2]", async () => {
        const document = { title: "Annual leave, 3 days", amount: "120.50", currency: "EUR" };
        const { request, approver } = submission({ document });
        await command("submitCommand", request);
        await waitFor(() => heardAbout(request.refId).length > 0);
        const rows = await records.outbox(request.refId);
        const notification = rows.find(
          ({ subject }) => subject === `approval.notification.hr.${approver.userId}`,
        );
        expect(MESSAGES.notification.event.parse(notification?.data).data).toMatchObject(document);

        const { request: hiddenRequest } = submission({ document: { title: "\u202Eevael" } });
        await command("submitCommand", hiddenRequest);
        await waitFor(() => heardAbout(hiddenRequest.refId).length > 0);
        expect(heardAbout(hiddenRequest.refId)).toMatchObject([
          {
            subject: "approval.request.hr.Leave.refused",
            data: {
              data: {
                code: 400,
                error: expect.stringMatching(/^document\.title: must not contain U\+202E/u),
              },
            },
          },
        ]);
        expect(await records.tasks(hiddenRequest.refId)).toEqual([]);
      });

      it("a submission whose event id another company has used is handled [MSG-DELIVERY-02]", async () => {
        const [first, second] = [submission().request, submission().request];
        const id = await command("submitCommand", first);
        await command("submitCommand", second, id);
        // Two documents are handled in no order.
        for (const { refId } of [first, second]) {
          await waitFor(async () => (await records.tasks(refId)).length === 1);
        }
      });

      it("are handled once, however often they come [MSG-COMMAND-01] [MSG-DELIVERY-02]", async () => {
        const { request, submitter } = submission();
        const id = await command("submitCommand", request);
        await command("submitCommand", request, id);
        await command("cancelCommand", {
          companyId: request.companyId,
          refId: request.refId,
          actorId: submitter.userId,
        });
        await waitFor(async () => (await records.tasks(request.refId))[0]?.status === "ARCHIEVED");
        expect(await records.tasks(request.refId)).toHaveLength(1);
        // The relay carries the answer out by itself, after the transaction that the cancel has to follow.
        await waitFor(() => heardAbout(request.refId).length > 0);
        expect(heardAbout(request.refId).map(({ subject }) => subject)).toEqual([
          "approval.request.hr.Leave.accepted",
        ]);
      });

      it("of one document are handled in order [MSG-COMMAND-02] [MSG-COMMAND-04]", async () => {
        const all = Array.from({ length: 10 }, () => submission());
        for (const { request, submitter } of all) {
          await command("submitCommand", request);
          const { companyId, refId } = request;
          await command("cancelCommand", { companyId, refId, actorId: submitter.userId });
        }
        for (const { request } of all) {
          await waitFor(async () => (await records.tasks(request.refId))[0]?.status === "ARCHIEVED");
        }
      });

      it("amend and answer accepted, once, however often they come [DOC-3]", async () => {
        const amendment = await anAmendment();
        const id = await command("amendCommand", amendment);
        await command("amendCommand", amendment, id);
        const last = await command("amendCommand", { ...amendment, document: { title: "One day" } });
        await waitFor(() => heardAbout(amendment.refId).length >= 2);
        expect(heardAbout(amendment.refId)).toMatchObject([
          { subject: "approval.request.hr.Leave.accepted", data: { data: { requestId: id, revision: 2 } } },
          { subject: "approval.request.hr.Leave.accepted", data: { data: { requestId: last, revision: 3 } } },
        ]);
        for (const { data } of heardAbout(amendment.refId)) {
          expect(MESSAGES.accepted.event.safeParse(data).success).toBe(true);
        }
      });

      it.each([
        ["the company's setting", 409, "Document cannot be changed while its approval is in progress", {}],
        ["a hidden character", 400, "document.title: must not contain U+202E", { title: "\u202Ea" }],
      ])("amend and answer refused for %s with the exact text [DOC-3]", async (_case, code, error, fault) => {
        const { document, ...amendment } = await anAmendment("REFUSE");
        const id = await command("amendCommand", { ...amendment, document: { ...document, ...fault } });
        await waitFor(() => heardAbout(amendment.refId).length > 0);
        const [answer] = heardAbout(amendment.refId);
        expect(answer).toMatchObject({
          subject: "approval.request.hr.Leave.refused",
          data: { data: { requestId: id, code, error: expect.stringContaining(error) } },
        });
        expect(MESSAGES.refused.event.safeParse(answer?.data).success).toBe(true);
      });

      it.each([
        ["no approval in progress", "data.refId: There is no approval in progress", { refId: newId() }],
        ["41 facts", "data.document.facts: must have at most 40", { document: { facts: FACTS_41 } }],
      ])("amend is a dead letter that names the field with %s [DOC-3]", async (_case, reason, fault) => {
        const before = deadLetters.length;
        await command("amendCommand", { ...(await anAmendment()), ...fault });
        await waitFor(() => deadLetters.length > before);
        expect(deadLetters.at(-1)).toMatchObject({
          subject: MESSAGES.amendCommand.address,
          reason: expect.stringContaining(reason),
        });
      });

      it("that are malformed go to the dead letters at once [MSG-DELIVERY-04]", async () => {
        const { request } = submission({ kind: "Nonsense" });
        const before = deadLetters.length;
        await command("submitCommand", request);
        await waitFor(() => deadLetters.length > before);
        expect(deadLetters.at(-1)).toMatchObject({ subject: MESSAGES.submitCommand.address });
        expect(deadLetters.at(-1)?.reason).toContain("data.kind");
        expect(await records.tasks(request.refId)).toEqual([]);
      });

      it("that are malformed are answered refused once besides, where the answer has an address [OPS-6]", async () => {
        const { request: mendedRequest } = submission();
        const request = { ...mendedRequest, ref: "x".repeat(201) };
        const before = deadLetters.length;
        const id = await command("submitCommand", request);
        await command("submitCommand", request, id);
        await command("submitCommand", mendedRequest, id);
        await waitFor(() => heardAbout(request.refId).length > 0);
        const [answer] = heardAbout(request.refId);
        const error = "data.ref: must have at most 200 characters";
        expect(answer).toMatchObject({
          subject: "approval.request.hr.Leave.refused",
          data: { data: { requestId: id, code: 400, error } },
        });
        expect(MESSAGES.refused.event.safeParse(answer?.data).success).toBe(true);
        await command("submitCommand", mendedRequest);
        await waitFor(() => heardAbout(request.refId).length > 1);
        expect(heardAbout(request.refId).map(({ subject }) => subject)).toEqual([
          "approval.request.hr.Leave.refused",
          "approval.request.hr.Leave.accepted",
        ]);
        expect(deadLetters.slice(before).map(({ reason }) => reason)).toEqual([error, error]);
      });
    });

    describeOutcomes(world);
  });
}
