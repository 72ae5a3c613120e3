import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { toHex, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { createReadModels } from "../src/read-models.ts";
import type { WorkflowApprovalRecord, WorkflowTaskRecord } from "../src/runs/records.ts";
import type { SubstitutionRecord } from "../src/substitutions/records.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";

/** Random histories, in four tests; `HISTORIES=1000` for a longer run. */
const HISTORIES = Number(process.env["HISTORIES"] ?? 8);
const PEOPLE = 6;
const DAY_MS = 86_400_000;
const KINDS = ["Leave", "Claim", "SalesOrder"] as const;

const store = await useTestStore();
let nowMs = Date.now();
const clock = () => new Date(nowMs);
const engine = await engineOn(store, { clock });
const readModels = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS, clock });

const person = fc.nat({ max: PEOPLE - 1 });
const kinds = fc.subarray([...KINDS]);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("submit" as const),
      who: person,
      kind: fc.constantFrom(...KINDS),
      stages: fc.array(
        fc.record({ approvers: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }), all: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      who: person,
      approve: fc.boolean(),
      at: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("stand in" as const),
      who: person,
      other: person,
      kinds,
      in: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), at: fc.nat({ max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("add" as const), who: person, at: fc.nat({ max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), at: fc.nat({ max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("recall" as const), who: person, at: fc.nat({ max: 20 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("withdraw" as const), who: person, at: fc.nat({ max: 20 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("reassign" as const),
      who: person,
      other: person,
      at: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("seat" as const),
      who: person,
      other: person,
      isAfter: fc.boolean(),
      at: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("amend" as const),
      at: fc.nat({ max: 20 }),
      days: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("bulk" as const),
      who: person,
      approve: fc.boolean(),
      key: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("leave" as const), who: person, active: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.nat({ max: 3 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(values: readonly T[], at: number): T | undefined => values[at % Math.max(values.length, 1)];

/** Puts somebody into the directory, or marks them there. */
async function setActive(companyId: string, userId: string, active: boolean): Promise<void> {
  const user = { _id: toObjectId(userId), companyId: toObjectId(companyId) };
  await store.db.collection("users").updateOne(user, { $set: { active } }, { upsert: true });
}

/** Does a step; what the rules refuse changes nothing. */
async function take(
  company: ReturnType<typeof aCompany>,
  people: readonly Caller[],
  taken: Step,
): Promise<void> {
  const { companyId } = company;
  const ofCompany = { companyId: toObjectId(companyId) };
  const admin = company.user({ privileged: true });
  const at = (index: number) => people[index] as Caller;
  const tasks = () =>
    store.db.collection<WorkflowTaskRecord>("workflow_tasks").find(ofCompany).sort({ _id: 1 }).toArray();
  switch (taken.do) {
    case "submit": {
      const stages = taken.stages.map(({ approvers, all }) => ({
        approvers: approvers.map(at),
        approveBy: all ? ("ALL" as const) : ("ANY" as const),
      }));
      await submitNew(engine, at(taken.who), stagesOf(...stages), { kind: taken.kind });
      break;
    }
    case "decide": {
      const task = pick(await tasks(), taken.at);
      if (task === undefined) break;
      const verdict = { status: taken.approve ? "APPROVED" : "REJECTED", remark: "As drawn" };
      await engine.decideApproval(at(taken.who), { taskId: toHex(task._id), ...verdict });
      break;
    }
    case "stand in": {
      const from = Math.round((nowMs - Date.now()) / DAY_MS) + taken.in;
      const input = { substituteId: at(taken.other).userId, kinds: taken.kinds, ...daysFrom(from, 3) };
      await engine.createSubstitution(at(taken.who), input);
      break;
    }
    case "revoke": {
      const found = await store.db
        .collection("approval_substitutions")
        .find(ofCompany)
        .sort({ _id: 1 })
        .toArray();
      const one = pick(found, taken.at);
      if (one) await engine.revokeSubstitution(admin, toHex(one._id));
      break;
    }
    case "add": {
      const task = pick(await tasks(), taken.at);
      const approverId = at(taken.who).userId;
      if (task) await engine.approvals.create(admin, { taskId: toHex(task._id), approverId });
      break;
    }
    case "cancel": {
      const task = pick(await tasks(), taken.at);
      if (task) await engine.cancelDocument(admin, { refId: toHex(task.refId) });
      break;
    }
    case "recall": {
      const task = pick(await tasks(), taken.at);
      if (task === undefined) break;
      await engine.recallDocument(at(taken.who), { refId: toHex(task.refId), reason: "As drawn" });
      break;
    }
    case "withdraw": {
      const task = pick(await tasks(), taken.at);
      if (task) await engine.seats.withdraw(at(taken.who), { taskId: toHex(task._id) });
      break;
    }
    case "reassign": {
      const task = pick(await tasks(), taken.at);
      const toUserId = at(taken.other).userId;
      if (task === undefined) break;
      await engine.seats.reassign(at(taken.who), { taskId: toHex(task._id), toUserId, reason: "As drawn" });
      break;
    }
    case "seat": {
      const task = pick(await tasks(), taken.at);
      const userId = at(taken.other).userId;
      if (task === undefined) break;
      const position = taken.isAfter ? "AFTER" : "PARALLEL";
      await engine.seats.addApprover(at(taken.who), { taskId: toHex(task._id), userId, position });
      break;
    }
    case "amend": {
      const task = pick(await tasks(), taken.at);
      if (task === undefined) break;
      const document = { title: `Leave, ${taken.days} days` };
      await engine.amendDocument(admin, { refId: toHex(task.refId), document });
      break;
    }
    case "bulk": {
      const status = taken.approve ? "APPROVED" : "REJECTED";
      const items = (await tasks()).slice(-3).map(({ _id }) => ({ taskId: toHex(_id), status }));
      if (items.length === 0) break;
      const batch = { items, remark: "As drawn", idempotencyKey: `batch-${taken.key}` };
      const first = await engine.decideMany(at(taken.who), batch);
      const again = await engine.decideMany(at(taken.who), batch);
      // Items that were done stay done; items that failed may have become possible.
      const settled = again.filter((_, index) => first[index]?.result !== "FAILED");
      expect(settled.every(({ result }) => result === "REPLAYED")).toBe(true);
      break;
    }
    case "leave": {
      await setActive(companyId, at(taken.who).userId, taken.active);
      break;
    }
    case "wait":
      nowMs += taken.days * DAY_MS;
      break;
    default:
      return taken satisfies never;
  }
}

type UserRecord = Pick<SubstitutionRecord, "_id" | "companyId"> & { active: boolean };

/** Everything stored of the company, from which the model says who sees what. */
async function stored(companyId: string) {
  const { db } = store;
  const own = { companyId: toObjectId(companyId) };
  const approvals = await db.collection<WorkflowApprovalRecord>("workflow_approvals").find(own).toArray();
  const counting = approvals.filter((row) => row.deletedAt === null && !row.archived && !row.leftOut);
  return {
    tasks: await db.collection<WorkflowTaskRecord>("workflow_tasks").find(own).toArray(),
    seats: Map.groupBy(counting, ({ taskId }) => toHex(taskId)),
    substitutions: await db.collection<SubstitutionRecord>("approval_substitutions").find(own).toArray(),
    users: await db.collection<UserRecord>("users").find(own).toArray(),
  };
}
type Stored = Awaited<ReturnType<typeof stored>>;

/** Whether one of the people may represent the other for a kind: over so many substitutions at most. */
function represents(
  { substitutions, users }: Pick<Stored, "substitutions" | "users">,
  one: string,
  other: string,
  kind: WorkflowTaskKind,
  steps: number,
): boolean {
  if (steps === 0) return false;
  const works = (userId: string) => users.every(({ _id, active }) => toHex(_id) !== userId || active);
  return substitutions.some(({ principalId, substituteId, kinds: covered, from, until, revokedAt }) => {
    if (toHex(principalId) !== other || revokedAt) return false;
    if (from.getTime() > nowMs || until.getTime() <= nowMs) return false;
    if (covered.length > 0 && !covered.includes(kind)) return false;
    const next = toHex(substituteId);
    if (!works(other) || !works(next)) return false;
    return next === one || represents({ substitutions, users }, one, next, kind, steps - 1);
  });
}

/** A task's seats that count. */
const rowsOf = ({ seats }: Pick<Stored, "seats">, { _id }: WorkflowTaskRecord) => seats.get(toHex(_id)) ?? [];

const isOpen = ({ status }: WorkflowApprovalRecord) => status === "AWAITING_APPROVAL" || status === "PENDING";

/** Whether somebody is involved in a task: as its submitter, approver, or in an approver's place. */
function isInvolved(found: Stored, task: WorkflowTaskRecord, userId: string): boolean {
  // A substitute who decided keeps seeing that task.
  const people = rowsOf(found, task).flatMap(({ approverId, decidedBy = approverId }) => [
    approverId,
    decidedBy,
  ]);
  return [task.submitterId, ...people].some((id) => toHex(id) === userId);
}

/** Whether an active task waits for somebody whom the user represents. */
const waitsForOthers = (found: Stored, task: WorkflowTaskRecord, userId: string, depth: number) =>
  task.status === "AWAITING_APPROVAL" &&
  rowsOf(found, task).some(
    (row) => isOpen(row) && represents(found, userId, toHex(row.approverId), task.kind, depth),
  );

const idsOf = (tasks: readonly WorkflowTaskRecord[]) => tasks.map(({ _id }) => toHex(_id)).toSorted();
const listedIn = ({ tasks }: Stored) => tasks.filter((task) => !task.archived && task.deletedAt === null);

/** The inbox by the rules' words. */
const inboxOf = (found: Stored, { userId }: Caller, depth: number): string[] =>
  idsOf(
    listedIn(found).filter(
      (task) => isInvolved(found, task, userId) || waitsForOthers(found, task, userId, depth),
    ),
  );

/** The tasks that wait for the user's verdict, by the text of the rules. */
const waitingFor = (found: Stored, { userId }: Caller, depth: number): string[] =>
  idsOf(
    listedIn(found).filter((task) => {
      const isAsked = rowsOf(found, task).some((row) => isOpen(row) && toHex(row.approverId) === userId);
      const isSubstitute = !isInvolved(found, task, userId) && waitsForOthers(found, task, userId, depth);
      return task.status === "AWAITING_APPROVAL" && (isAsked || isSubstitute);
    }),
  );

describe("in random histories", () => {
  let represented = 0;

  it.each([1, 2, 3, 4])(
    "the total of every inbox is the number of its rows, and they are those of the rule: part %d [PPL-1] [PPL-3]",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 25, maxLength: 40 }),
          fc.integer({ min: 1, max: 3 }),
          fc.constantFrom("ASK_AGAIN" as const, "KEEP_VERDICTS" as const),
          async (steps, depth, onAmend) => {
            nowMs = Date.now();
            const company = aCompany();
            const people = Array.from({ length: PEOPLE }, () => company.user());
            for (const { userId } of people) await setActive(company.companyId, userId, true);
            await engine.updateApprovalSettings(company.user({ privileged: true }), {
              substitutionDepth: depth,
              recall: "ALWAYS",
              onAmend,
            });
            for (const [index, taken] of steps.entries()) {
              // Refused commands are part of the history.
              await take(company, people, taken).catch((error: Error) =>
                expect(error.name).toBe("DomainError"),
              );
              if (index % 8 !== 7) continue;
              const found = await stored(company.companyId);
              for (const caller of people) {
                const expected = inboxOf(found, caller, depth);
                for (const status of [undefined, "AWAITING_APPROVAL", "PENDING"] as const) {
                  const page = readModels.runs.taskPage(caller, { take: 100, ...(status && { status }) });
                  const data = await page.data();
                  const shown = new Set(data.map(({ _id }) => _id));
                  const wanted = found.tasks.filter((task) => status === undefined || task.status === status);
                  const ids = new Set(wanted.map(({ _id }) => toHex(_id)));
                  expect([...shown].toSorted()).toEqual(expected.filter((id) => ids.has(id)));
                  expect(await page.total()).toBe(data.length);
                }
                const grants = await readModels.substitutions.grantsOf(caller);
                represented += grants.length;
                // Once in each history.
                if (index !== 23) continue;
                const known = { grants: async () => grants, snoozes: async () => [] };
                const [rows, badge] = await Promise.all([
                  readModels.runs.inboxPage(caller, { take: 100 }, known).data(),
                  readModels.runs.inboxCounts(caller, known),
                ]);
                expect(rows.map(({ _id }) => _id).toSorted()).toEqual(waitingFor(found, caller, depth));
                expect(badge.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
              }
            }
          },
        ),
        { numRuns: Math.ceil(HISTORIES / 4), endOnFailure: true },
      );
    },
  );

  it("somebody represents somebody else", () => {
    expect(represented).toBeGreaterThan(0);
  });
});
