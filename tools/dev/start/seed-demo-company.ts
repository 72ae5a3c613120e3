import { randomUUID } from "node:crypto";
import { approvalEngine } from "@countersign/approval-engine";
import { cloudEvent, SUBJECTS } from "@countersign/contracts";
import { engineIndexes } from "@countersign/approval-engine/engine";
import { createUnitOfWork, ensureIndexes, platformIndexes, type Store, toObjectId } from "@countersign/mongo";
import { createOutbox, OUTBOX_INDEXES } from "@countersign/outbox";
import type { Document } from "mongodb";
import { createAccountsRepository } from "@countersign/hr-service/accounts";
import { DISBURSED_KINDS } from "@countersign/hr-service/document-kinds";
import {
  DEMO_ACCOUNT_CATEGORIES,
  DEMO_ACCOUNTS,
  DEMO_COMPANY,
  DEMO_DEPARTMENT,
  DEMO_DISBURSEMENTS,
  DEMO_PEOPLE,
  DEMO_SETTINGS,
  DEMO_TEAM,
  type DemoColleague,
} from "./demo-company.ts";
import { until } from "../until.ts";
import { seedApprovals } from "./seed-approvals.ts";
import { seedOpenWork } from "./seed-open-work.ts";

const SEED_ID = "demo-company";

/** Workflows are older than the documents that follow them. */
const COMPANY_AGE_MS = 100 * 24 * 60 * 60 * 1_000;

const companyId = toObjectId(DEMO_COMPANY.id);

/** Ids become ObjectIds; every record belongs to the demo company. */
function recordOf({ id, ...fields }: { id: string } & Document): Document {
  return { _id: toObjectId(id), companyId, ...fields };
}

/** The people whom one can be, and the team where there is work. */
function demoPeople(openWork: boolean): DemoColleague[] {
  return [...Object.values(DEMO_PEOPLE), ...(openWork ? Object.values(DEMO_TEAM) : [])];
}

/** The employees who report to the manager; the others report to the head of department. */
const MANAGED: ReadonlySet<DemoColleague> = new Set([
  DEMO_PEOPLE.employee,
  DEMO_TEAM.warehouse,
  DEMO_TEAM.ferries,
  DEMO_TEAM.sales,
]);

function demoRecords(now: Date, openWork: boolean): Record<string, Document[]> {
  const { manager, head, hr } = DEMO_PEOPLE;
  const people = demoPeople(openWork);
  return {
    users: people.map(({ userId, name, email }) => recordOf({ id: userId, name, email })),
    departments: [recordOf({ ...DEMO_DEPARTMENT, hodId: toObjectId(head.userId) })],
    employees: people.map((person) =>
      recordOf({
        id: person.employeeId,
        userId: toObjectId(person.userId),
        departmentId: toObjectId(DEMO_DEPARTMENT.id),
        reportingTo: toObjectId(MANAGED.has(person) ? manager.employeeId : head.employeeId),
        hrId: toObjectId(hr.employeeId),
      }),
    ),
    account_categories: DEMO_ACCOUNT_CATEGORIES.map(recordOf),
    accounts: DEMO_ACCOUNTS.map(({ categoryId, ...account }) =>
      recordOf({ ...account, categoryId: toObjectId(categoryId) }),
    ),
    configs: [
      recordOf({ ...DEMO_SETTINGS, approvalThresholdsEnabled: true, defaultWorkflows: [], updatedAt: now }),
    ],
  };
}

/** Whether nobody has submitted a document yet: history is not mixed with what people have done. */
async function isUnused({ db }: Pick<Store, "db">): Promise<boolean> {
  const seeded = await db.collection<{ _id: string }>("platform_seeds").findOne({ _id: SEED_ID });
  return seeded === null && (await db.collection("workflow_tasks").findOne()) === null;
}

/**
 * Writes the demo company and announces it (`company.created`), once in a store's life: later changes of users stay.
 *
 * @param openWork whether documents wait in its inboxes, after three months of history, unless the store has documents
 * @returns whether this call wrote it
 */
export async function seedDemoCompany(
  store: Store,
  now: Date,
  options: { openWork?: boolean } = {},
): Promise<boolean> {
  const openWork = options.openWork === true && (await isUnused(store));
  // The engine's own, which it makes at its start: its use cases name some of them.
  if (openWork) {
    await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()]);
  }
  // Not derived from the company's id: a broker that has the announcement of another store would drop this one.
  const eventId = randomUUID();
  const event = cloudEvent({
    id: eventId,
    source: "/countersign/start",
    type: SUBJECTS.companyCreated,
    subject: DEMO_COMPANY.id,
    time: now,
    data: { companyId: DEMO_COMPANY.id, name: DEMO_COMPANY.name },
  });
  const records = demoRecords(now, openWork);
  return createUnitOfWork(
    store,
    (scope) => scope,
  )(async (scope) => {
    const { db, session } = scope;
    const seeds = db.collection<{ _id: string; at: Date }>("platform_seeds");
    if (await seeds.findOne({ _id: SEED_ID }, { session })) return false;
    await seeds.insertOne({ _id: SEED_ID, at: now }, { session });
    for (const [collection, documents] of Object.entries(records)) {
      await db.collection(collection).insertMany(documents, { session });
    }
    const accounts = createAccountsRepository(scope);
    for (const kind of DISBURSED_KINDS) {
      await accounts.set(DEMO_COMPANY.id, kind, DEMO_DISBURSEMENTS[kind], now);
    }
    const workflows = await seedApprovals(scope, openWork ? new Date(now.getTime() - COMPANY_AGE_MS) : now);
    if (openWork) await seedOpenWork(scope, { now, workflows });
    await createOutbox(scope, { service: approvalEngine.name }).add([
      {
        id: eventId,
        key: DEMO_COMPANY.id,
        subject: SUBJECTS.companyCreated,
        data: event,
        companyId: DEMO_COMPANY.id,
      },
    ]);
    return true;
  });
}

/**
 * Waits until the platform has handled the announcement: the company has its HR approval policies.
 *
 * @throws Error when they do not come in time
 */
export async function waitForPolicies({ db }: Pick<Store, "db">): Promise<void> {
  const policies = db.collection("hr_approval_policies");
  await until(
    "the demo company's approval policies",
    async () => (await policies.findOne({ companyId })) ?? undefined,
  );
}
