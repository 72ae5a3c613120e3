import { DomainError } from "@countersign/domain/errors";
import { describe, expect, it } from "vitest";

import { type Company, aCompany, stagesOf, submitNew } from "./engine-fixture.ts";
import { useTwoReplicas } from "./two-replicas.ts";

const { engine, replica, records } = await useTwoReplicas();

/** Rounds of the crowd; the whole hundred with `ROUNDS=100`. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const PEOPLE = 50;

/** Repeats a request that the engine refuses as BUSY, which a slow store may cause. */
async function persistently(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "BUSY")) throw error;
    }
  }
}

const people = (company: Company, count: number) => Array.from({ length: count }, () => company.user());
const countOf = (events: readonly string[], type: string) => events.filter((event) => event === type).length;
const eventsOf = async (refId: string) => (await records.events(refId)).map(({ event }) => event);

describe("a crowd on one ALL stage", () => {
  it(
    `makes one transition and one event per person, ${ROUNDS} times [AE-APPROVE-10]`,
    { timeout: 10_000 + ROUNDS * 10_000 },
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const company = aCompany();
        const [crowd, last] = [people(company, PEOPLE), company.user()];
        const stages = stagesOf({ approvers: crowd, approveBy: "ALL" }, [last]);
        const { refId, tasks } = await submitNew(engine, company.user(), stages);
        const taskId = tasks[0]?._id ?? "";

        await Promise.all(
          crowd.map((caller) =>
            persistently(() => engine.decideApproval(caller, { taskId, status: "APPROVED" })),
          ),
        );

        const events = await records.events(refId);
        const approved = events.filter(({ event }) => event === "APPROVED");
        expect(new Set(approved.map(({ actorId }) => actorId)).size).toBe(PEOPLE);
        expect(approved).toHaveLength(PEOPLE);
        expect(events.filter(({ event }) => event === "STAGE_ADVANCED")).toHaveLength(1);
        expect((await records.tasks(refId)).map(({ status }) => status)).toEqual([
          "APPROVED",
          "AWAITING_APPROVAL",
        ]);
      }
    },
  );
});

describe("two replicas on one store", () => {
  it("make one transition and one event per person of a crowd that both serve [AE-APPROVE-10]", async () => {
    const company = aCompany();
    const crowd = people(company, PEOPLE);
    const { refId, tasks } = await submitNew(
      engine,
      company.user(),
      stagesOf({ approvers: crowd, approveBy: "ALL" }),
    );
    const verdict = { taskId: tasks[0]?._id ?? "", status: "APPROVED" };

    await Promise.all(
      crowd.map((caller, index) =>
        persistently(() => (index % 2 === 0 ? engine : replica).decideApproval(caller, verdict)),
      ),
    );

    const events = await eventsOf(refId);
    expect([countOf(events, "APPROVED"), countOf(events, "COMPLETED")]).toEqual([PEOPLE, 1]);
    expect(events).toHaveLength(PEOPLE + 2);
  });

  it("complete a run exactly once with two simultaneous last approvals [AE-APPROVE-10]", async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = aCompany();
      const [one, two] = [company.user(), company.user()];
      const { refId, tasks } = await submitNew(
        engine,
        company.user(),
        stagesOf({ approvers: [one, two], approveBy: "ALL" }),
      );
      const verdict = { taskId: tasks[0]?._id ?? "", status: "APPROVED" };

      await Promise.all([engine.decideApproval(one, verdict), replica.decideApproval(two, verdict)]);

      const events = await eventsOf(refId);
      expect(events.toSorted()).toEqual(["APPROVED", "APPROVED", "COMPLETED", "TASK_CREATED"]);
      const outcomes = (await records.outbox(refId)).filter(({ subject }) => subject.includes(".outcome."));
      expect(outcomes).toHaveLength(1);
    }
  });

  it("let one of two simultaneous verdicts on an ANY stage win, and refuse the other", async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = aCompany();
      const [one, two] = [company.user(), company.user()];
      const { refId, tasks } = await submitNew(engine, company.user(), stagesOf([one, two]));
      const taskId = tasks[0]?._id ?? "";

      const outcomes = await Promise.allSettled([
        engine.decideApproval(one, { taskId, status: "APPROVED" }),
        replica.decideApproval(two, { taskId, status: "REJECTED" }),
      ]);

      const [lost, ...others] = outcomes.filter(({ status }) => status === "rejected");
      expect(others).toEqual([]);
      expect(lost).toMatchObject({ reason: { message: "Approval not found or cannot be updated" } });
      const ends = (await records.outbox(refId)).filter(({ subject }) => subject.includes(".outcome."));
      expect(ends).toHaveLength(1);
    }
  });

  it("start one run of a document that both submit [AE-SUBMIT-11]", async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = aCompany();
      const submitter = company.user();
      const { refId } = await submitNew(engine, submitter, stagesOf([company.user()]));
      await engine.cancelDocument(submitter, { refId });
      const stages = stagesOf([company.user()]);

      const outcomes = await Promise.allSettled(
        [engine, replica].map(async (either) => submitNew(either, submitter, stages, { refId })),
      );

      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { message: "Document already has an approval in progress" },
      });
    }
  });

  it("let a cancel and a verdict at the same moment leave a consistent run", async () => {
    for (let round = 0; round < 20; round += 1) {
      const company = aCompany();
      const [submitter, approver] = [company.user(), company.user()];
      const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));

      const [verdict, cancelled] = await Promise.allSettled([
        engine.decideApproval(approver, { taskId: tasks[0]?._id ?? "", status: "APPROVED" }),
        replica.cancelDocument(submitter, { refId }),
      ]);

      const completed = countOf(await eventsOf(refId), "COMPLETED");
      const [task] = await records.tasks(refId);
      expect(verdict.status).toBe(completed === 1 ? "fulfilled" : "rejected");
      expect(cancelled).toMatchObject({ status: "fulfilled", value: completed === 1 ? 0 : 1 });
      expect(task?.status).toBe(completed === 1 ? "APPROVED" : "ARCHIEVED");
    }
  });
});
