import { randomUUID } from "node:crypto";
import { approvalEngine } from "@countersign/approval-engine";
import { cloudEvent, SUBJECTS } from "@countersign/contracts";
import { engineIndexes } from "@countersign/approval-engine/engine";
import {
  createUnitOfWork,
  ensureIndexes,
  openStore,
  platformIndexes,
  type Scope,
  type Store,
  toObjectId,
} from "@countersign/mongo";
import { startEmbeddedStore } from "@countersign/embedded-store";
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
import type { SeededStore } from "./demo-engine.ts";
import { type DemoApprovals, seedApprovals, seedCalendar } from "./seed-approvals.ts";
import { seedOpenWork } from "./seed-open-work.ts";

const SEED_ID = "demo-company";

/** Workflows are older than the documents that follow them. */
const COMPANY_AGE_MS = 100 * 24 * 60 * 60 * 1_000;

const companyId = toObjectId(DEMO_COMPANY.id);

/** Ids become ObjectIds; every record belongs to the demo company. */
function recordOf({ id, ...fields }: { id: string } & Document): Document {
  return { _id: toObjectId(id), companyId, ...fields };
}

/** The people whom one can be, and their team, whom examples name too. */
const EVERYBODY: readonly DemoColleague[] = [...Object.values(DEMO_PEOPLE), ...Object.values(DEMO_TEAM)];

/** The employees who report to the manager; the others report to the head of department. */
const MANAGED: ReadonlySet<DemoColleague> = new Set([
  DEMO_PEOPLE.employee,
  DEMO_TEAM.warehouse,
  DEMO_TEAM.ferries,
  DEMO_TEAM.sales,
]);

function demoRecords(now: Date): Record<string, Document[]> {
  const { manager, head, hr } = DEMO_PEOPLE;
  return {
    users: EVERYBODY.map(({ userId, name, email }) => recordOf({ id: userId, name, email })),
    departments: [recordOf({ ...DEMO_DEPARTMENT, hodId: toObjectId(head.userId) })],
    employees: EVERYBODY.map((person) =>
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
export async function isUnused({ db }: Pick<Store, "db">): Promise<boolean> {
  const seeded = await db.collection<{ _id: string }>("platform_seeds").findOne({ _id: SEED_ID });
  return seeded === null && (await db.collection("workflow_runs").findOne()) === null;
}

interface SeedOptions {
  /** Whether documents wait in its inboxes, after three months of history, unless the store has documents. */
  openWork?: boolean;
  /** Whether business days count by a calendar with holidays; by default where there is open work. */
  calendar?: boolean;
  /** Aborted to end it; it has written nothing then. */
  stopping?: AbortSignal | undefined;
}

/**
 * Writes the demo company and announces it (`company.created`), once in a store's life: later changes of users stay.
 *
 * @returns whether this call wrote it
 */
export async function seedDemoCompany(
  store: Store,
  now: Date,
  { openWork: wantsWork = false, calendar = wantsWork, stopping }: SeedOptions = {},
): Promise<boolean> {
  const openWork = wantsWork && (await isUnused(store));
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
  const oldCompany = openWork ? await writtenApart({ now, stopping }) : undefined;
  return createUnitOfWork(
    store,
    (scope) => scope,
  )(async (scope) => {
    const { db, session } = scope;
    const seeds = db.collection<{ _id: string; at: Date }>("platform_seeds");
    if (await seeds.findOne({ _id: SEED_ID }, { session })) return false;
    await seeds.insertOne({ _id: SEED_ID, at: now }, { session });
    if (oldCompany) await insertAll(scope, oldCompany);
    else await seedCompany({ store, unitOfWork: async (work) => work(scope) }, { now, at: now, calendar });
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

/** Writes the company with its people, accounts and rules. @param options.at - when its rules are made */
async function seedCompany(
  seeded: SeededStore,
  { now, at, calendar }: { now: Date; at: Date; calendar: boolean },
): Promise<DemoApprovals> {
  await seeded.unitOfWork(async (scope) => {
    await insertAll(scope, demoRecords(now));
    const accounts = createAccountsRepository(scope);
    for (const kind of DISBURSED_KINDS) {
      await accounts.set(DEMO_COMPANY.id, kind, DEMO_DISBURSEMENTS[kind], now);
    }
  });
  const approvals = await seedApprovals(seeded, at);
  if (calendar) await seedCalendar(seeded, now);
  return approvals;
}

/**
 * Lets the company live for three months in a store of its own in memory, whose documents the seed then writes at once: nothing
 * is left of a start that was ended meanwhile.
 */
async function writtenApart({
  now,
  stopping,
}: {
  now: Date;
  stopping: AbortSignal | undefined;
}): Promise<Record<string, Document[]>> {
  const memory = await startEmbeddedStore();
  const store = openStore({ uri: memory.uri, dbName: "demo", appName: "countersign-start" });
  try {
    // The engine's own: its use cases name some of them.
    await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()]);
    const seeded = { store, unitOfWork: createUnitOfWork(store, (scope) => scope) };
    const at = new Date(now.getTime() - COMPANY_AGE_MS);
    const approvals = await seedCompany(seeded, { now, at, calendar: true });
    await seedOpenWork(seeded, { now, approvals, stopping });
    const collections = await store.db.listCollections({}, { nameOnly: true }).toArray();
    const documents = collections.map(async ({ name }): Promise<[string, Document[]]> => [
      name,
      await store.db.collection(name).find().toArray(),
    ]);
    return Object.fromEntries(await Promise.all(documents));
  } finally {
    await store.close();
    await memory.stop();
  }
}

async function insertAll(
  { db, session }: Pick<Scope, "db" | "session">,
  records: Record<string, Document[]>,
): Promise<void> {
  for (const [collection, documents] of Object.entries(records)) {
    if (documents.length > 0) await db.collection(collection).insertMany(documents, { session });
  }
}

/**
 * Waits until the platform has handled the announcement: the company has its HR approval policies.
 *
 * @param options.timeoutMs how long, in milliseconds; default ten seconds
 * @param options.stopping ends the wait
 * @throws Error when they do not come in time, the signal's reason when it aborts
 */
export async function waitForPolicies(
  { db }: Pick<Store, "db">,
  { timeoutMs, stopping }: { timeoutMs?: number; stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  const policies = db.collection("hr_approval_policies");
  const look = async () => {
    stopping?.throwIfAborted();
    return (await policies.findOne({ companyId })) ?? undefined;
  };
  await until("the demo company's approval policies", look, timeoutMs);
}
