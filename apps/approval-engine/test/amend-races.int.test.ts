import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Caller, Engine } from "../src/engine.ts";
import { aCompany, stagesOf, submitNew } from "./engine-fixture.ts";
import { useTwoReplicas } from "./two-replicas.ts";

const { engine, replica, records } = await useTwoReplicas();

/** Rounds of each race; more with `ROUNDS=100`. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
const rounds = Array.from({ length: ROUNDS });
const NO_RUN = "There is no approval in progress for this document";
const NOT_ACTIONABLE = "Approval not found or cannot be updated";
const POLICIES = ["ASK_AGAIN", "KEEP_VERDICTS"] as const;

/** A document of a company that lets documents change, with its run. */
async function aRun(onAmend: (typeof POLICIES)[number], stagesBy: (people: Caller[]) => Caller[][]) {
  const company = aCompany();
  const [submitter, ...people] = Array.from({ length: 5 }, () => company.user()) as [Caller, ...Caller[]];
  await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend });
  const stages = stagesBy(people).map((approvers) => ({ approvers, approveBy: "ALL" as const }));
  const { refId } = await submitNew(engine, submitter, stagesOf(...stages), { document: { title: "1" } });
  const taskOf = async (stage: number) => (await records.tasks(refId))[stage]?._id ?? "";
  return {
    refId,
    submitter,
    people,
    approve: async (stage: number, caller: Caller, on: Engine = engine) =>
      on.decideApproval(caller, { taskId: await taskOf(stage), status: "APPROVED" }),
    amend: async (title: string, on: Engine = replica) =>
      on.amendDocument(submitter, { refId, document: { title } }),
  };
}

const messageOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === "rejected" ? (settled.reason as Error).message : "done";

/** In the order of the transactions: a repeated one has older ids. */
const historyOf = async (refId: string) =>
  (await records.events(refId)).toSorted(
    (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || (left._id < right._id ? -1 : 1),
  );
const namesOf = async (refId: string) => (await historyOf(refId)).map(({ event }) => event);

/**
 * Asserts that the history agrees with the store: of each task the verdicts since the last time that all were asked
 * again, and the revision of the last change.
 */
async function assertConsistent(refId: string, onAmend: string): Promise<void> {
  const [tasks, events] = [await records.tasks(refId), await historyOf(refId)];
  const approved = new Set<string>();
  let revision = 1;
  for (const { event, taskId, actorId, metadata } of events) {
    if (event === "APPROVED") approved.add(`${taskId} ${actorId}`);
    if (event !== "AMENDED") continue;
    expect(metadata.revision).toBe((revision += 1));
    if (onAmend === "ASK_AGAIN") approved.clear();
  }
  expect(tasks.map(({ document }) => document?.revision)).toEqual(tasks.map(() => revision));
  const approvals = (await Promise.all(tasks.map(({ _id }) => records.approvals(_id)))).flat();
  const standing = approvals.filter(({ status }) => status === "APPROVED");
  expect(standing.map(({ taskId, approverId }) => `${taskId} ${approverId}`).toSorted()).toEqual(
    [...approved].toSorted(),
  );
  const isComplete = standing.length === approvals.length;
  expect(events.filter(({ event }) => event === "COMPLETED")).toHaveLength(isComplete ? 1 : 0);
  const outcomes = (await records.outbox(refId)).filter(({ subject }) => subject.includes(".outcome."));
  expect(outcomes.map(({ data }) => data["data"].revision)).toEqual(isComplete ? [revision] : []);
}

describe.each(POLICIES)("a document that changes (%s)", (onAmend) => {
  it(`at the moment of the deciding verdict comes before it or after it, ${ROUNDS} times [DOC-3]`, async () => {
    for (const _round of rounds) {
      const { refId, people, approve, amend } = await aRun(onAmend, ([one, two]) => [[one!], [two!]]);
      await approve(0, people[0]!);

      const [verdict, change] = await Promise.allSettled([approve(1, people[1]!), amend("2")]);

      const before = ["TASK_CREATED", "APPROVED", "STAGE_ADVANCED"];
      const names = await namesOf(refId);
      if (change.status === "rejected") {
        expect([messageOf(verdict), messageOf(change)]).toEqual(["done", NO_RUN]);
        expect(names).toEqual([...before, "APPROVED", "COMPLETED"]);
      } else if (onAmend === "ASK_AGAIN") {
        expect(messageOf(verdict)).toBe(NOT_ACTIONABLE);
        expect(names).toEqual([...before, "AMENDED"]);
      } else {
        expect(messageOf(verdict)).toBe("done");
        expect(names).toEqual([...before, "AMENDED", "APPROVED", "COMPLETED"]);
      }
      await assertConsistent(refId, onAmend);
    }
  });

  it(`while its only stage is approved counts no verdict on what it was, ${ROUNDS} times [DOC-3]`, async () => {
    for (const _round of rounds) {
      const { refId, people, approve, amend } = await aRun(onAmend, (all) => [all]);

      await Promise.allSettled([
        ...people.map((caller, index) => approve(0, caller, index % 2 === 0 ? engine : replica)),
        amend("2"),
        amend("3", engine),
      ]);

      await assertConsistent(refId, onAmend);
    }
  });

  it(`twice at once has both revisions, and with the same document one, ${ROUNDS} times [DOC-3]`, async () => {
    for (const _round of rounds) {
      const { refId, amend } = await aRun(onAmend, ([one, two]) => [[one!], [two!]]);
      const both = await Promise.all([amend("2"), amend("3", engine)]);
      expect(new Set(both.map(({ revision }) => revision))).toEqual(new Set([2, 3]));

      const same = await Promise.all([amend("4"), amend("4", engine)]);
      expect(same.map(({ revision }) => revision)).toEqual([4, 4]);
      expect((await namesOf(refId)).filter((name) => name === "AMENDED")).toHaveLength(3);
      await assertConsistent(refId, onAmend);
    }
  });

  it(`while it is cancelled changes first or not at all, ${ROUNDS} times [DOC-3]`, async () => {
    for (const _round of rounds) {
      const { refId, submitter, amend } = await aRun(onAmend, ([one, two]) => [[one!], [two!]]);

      const [change, cancel] = await Promise.allSettled([
        amend("2"),
        engine.cancelDocument(submitter, { refId }),
      ]);

      expect(messageOf(cancel)).toBe("done");
      const changed = change.status === "fulfilled";
      expect(messageOf(change)).toBe(changed ? "done" : NO_RUN);
      expect(await namesOf(refId)).toEqual(["TASK_CREATED", ...(changed ? ["AMENDED"] : [])]);
      const tasks = await records.tasks(refId);
      expect(tasks.map(({ status, document }) => [status, document?.revision])).toEqual(
        tasks.map(() => ["ARCHIEVED", changed ? 2 : 1]),
      );
    }
  });

  it(`by a command that comes twice at once and again later changes once, ${ROUNDS} times [DOC-3]`, async () => {
    for (const _round of rounds) {
      const { refId, submitter, amend } = await aRun(onAmend, ([one]) => [[one!]]);
      const { companyId, userId: actorId } = submitter;
      const event = {
        id: randomUUID(),
        specversion: "1.0" as const,
        type: "approval.command.amend" as const,
        source: "/test",
        data: { companyId, refId, actorId, document: { title: "2" } },
      };
      await Promise.all([engine.handleAmendCommand(event), replica.handleAmendCommand(event)]);
      await amend("3");
      await engine.handleAmendCommand(event);
      const changes = (await historyOf(refId)).filter(({ event: name }) => name === "AMENDED");
      expect(changes.map(({ metadata }) => metadata.revision)).toEqual([2, 3]);
      const answers = (await records.outbox(refId)).filter(({ subject }) => subject.includes(".request."));
      expect(answers).toMatchObject([
        {
          subject: "approval.request.hr.Leave.accepted",
          data: { data: { requestId: event.id, revision: 2, tasks: [{ status: "AWAITING_APPROVAL" }] } },
        },
      ]);
    }
  });
});
