import { createUnitOfWork, newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeEach, expect, it } from "vitest";

import { type Repositories, bindRepositories } from "../src/shared/repositories.ts";
import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitted } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const company = aCompany();
const [submitter, one, two] = [company.user(), company.user(), company.user()];

/** The writes of a decision in their order, and how each can fail. */
const FAULTS = ["events", "notifications", "outbox", "audit"] as const;

const PATHS = [
  { path: "one command", bulkWrite: store.bulkWrite },
  { path: "a command each", bulkWrite: { has: () => false, refused: () => undefined } },
];

/** An engine whose store refuses a write that follows the given one; whatever was written before it was accepted. */
async function engineFailingAt(fault: (typeof FAULTS)[number], { bulkWrite }: (typeof PATHS)[number]) {
  const refusing = { ...store, bulkWrite };
  return engineOn(refusing, {
    unitOfWork: createUnitOfWork(refusing, (scope): Repositories => {
      const repositories = bindRepositories(scope);
      const { events, notifications, outbox, audit } = repositories;
      const refused = () => scope.write({ insert: "refused", documents: [{ _id: ["a list"] }] });
      const broken = {
        events: {
          insert: (records: Parameters<typeof events.insert>[0]) => events.insert(records).then(refused),
        },
        notifications: {
          insert: (records: Parameters<typeof notifications.insert>[0]) =>
            notifications.insert(records).then(refused),
        },
        outbox: { add: (entries: Parameters<typeof outbox.add>[0]) => outbox.add(entries).then(refused) },
        audit: {
          record: async (...entry: Parameters<typeof audit.record>) => {
            const id = await audit.record(...entry);
            await refused();
            return id;
          },
        },
      };
      return { ...repositories, [fault]: { ...repositories[fault], ...broken[fault] } };
    }),
  });
}

let run: Awaited<ReturnType<typeof submitted>>;
beforeEach(async () => {
  run = await submitted(engine, submitter, stagesOf([one], [two]));
});

it.each(FAULTS.flatMap((fault) => PATHS.map((path) => Object.assign({ fault }, path))))(
  "[AE-SUBMIT-22] nothing of a transition is there when a write after its $fault is refused, sent as $path",
  async ({ fault, ...path }) => {
    const failing = await engineFailingAt(fault, path);
    const { refId, tasks } = run;
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    const before = {
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    };
    const message = /_id/;

    const refused = [
      () => submitted(failing, submitter, stagesOf([one]), { refId: newId() }),
      () => failing.decideApproval(one, { taskId, status: "APPROVED" }),
      () => failing.decideApproval(one, { taskId, status: "REJECTED" }),
      () => failing.cancelDocument(submitter, { refId }),
    ];
    for (const transition of refused) await expect(transition()).rejects.toThrow(message);

    expect({
      count: await countAll(store),
      tasks: await records.tasks(refId),
      approvals: await records.approvals(taskId),
    }).toEqual(before);
  },
);
