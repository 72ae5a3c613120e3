import { randomUUID } from "node:crypto";
import { approvalEngine } from "@countersign/approval-engine";
import { cloudEvent, SUBJECTS } from "@countersign/contracts";
import { engineIndexes } from "@countersign/approval-engine/engine";
import {
  createUnitOfWork,
  ensureIndexes,
  type OpenScope,
  openStore,
  platformIndexes,
  sessionOption,
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
import { seedHistory, seedOpenWork } from "./seed-open-work.ts";

/** A part of the demo that has been written into a store, once in its life. */
interface SeedRecord {
  _id: "demo-company" | "demo-history";
  at: Date;
  /** The company began with documents that wait, behind which its history lies. */
  openWork?: true;
}

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

const seedsOf = ({ db }: Pick<Store, "db">) => db.collection<SeedRecord>("platform_seeds");

/** Whether nobody has submitted a document yet: the demo's are not mixed with what people have done. */
export async function isUnused(store: Pick<Store, "db">): Promise<boolean> {
  const seed = await seedsOf(store).findOne({ _id: "demo-company" });
  return seed === null && (await store.db.collection("workflow_runs").findOne()) === null;
}

interface SeedOptions {
  /** Whether documents wait in its inboxes, unless the store has documents; {@link prepareHistory} writes what lies behind. */
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
  const oldCompany = openWork
    ? await writtenApart(async (seededStore) => {
        const approvals = await seedCompany(seededStore, {
          now,
          at: new Date(now.getTime() - COMPANY_AGE_MS),
          calendar: true,
        });
        await seedOpenWork(seededStore, { now, approvals, stopping });
      })
    : undefined;
  return createUnitOfWork(
    store,
    (scope) => scope,
  )(async (scope) => {
    const { session } = scope;
    const seeds = seedsOf(scope);
    if (await seeds.findOne({ _id: "demo-company" }, { session })) return false;
    await seeds.insertOne({ _id: "demo-company", at: now, ...(openWork && { openWork }) }, { session });
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
  seededStore: SeededStore,
  { now, at, calendar }: { now: Date; at: Date; calendar: boolean },
): Promise<DemoApprovals> {
  await seededStore.unitOfWork(async (scope) => {
    await insertAll(scope, demoRecords(now));
    const accounts = createAccountsRepository(scope);
    for (const kind of DISBURSED_KINDS) {
      await accounts.set(DEMO_COMPANY.id, kind, DEMO_DISBURSEMENTS[kind], now);
    }
  });
  const approvals = await seedApprovals(seededStore, at);
  if (calendar) await seedCalendar(seededStore, now);
  return approvals;
}

/**
 * Lets something happen to a store of its own in memory, whose documents the seed then writes at once: nothing is left of a
 * start that was ended meanwhile.
 */
async function writtenApart(
  play: (seededStore: SeededStore) => Promise<void>,
): Promise<Record<string, Document[]>> {
  const memory = await startEmbeddedStore();
  const store = openStore({ uri: memory.uri, dbName: "demo", appName: "countersign-start" });
  try {
    // The engine's own: its use cases name some of them.
    await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()]);
    await play({ store, unitOfWork: createUnitOfWork(store, (scope) => scope) });
    return await documentsOf(store);
  } finally {
    await store.close();
    await memory.stop();
  }
}

async function documentsOf({ db }: Pick<Store, "db">): Promise<Record<string, Document[]>> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const documents = collections.map(async ({ name }): Promise<[string, Document[]]> => [
    name,
    await db.collection(name).find().toArray(),
  ]);
  return Object.fromEntries(await Promise.all(documents));
}

/** Collections by which a submission finds its approvers. */
const CONFIGURATION = [
  "users",
  "departments",
  "employees",
  "user_groups",
  "configs",
  "approval_settings",
  "approval_calendars",
  "approval_rule_lists",
  "workflow_versions",
];

/**
 * Prepares the three months behind the documents that wait, where a start was to write them and none has.
 *
 * @returns what writes them: it plays them by the rules of this moment in a store of its own and adds all of it at once;
 *   `undefined` where there is none to write
 */
export async function prepareHistory(
  store: Store,
): Promise<((stopping?: AbortSignal) => Promise<void>) | undefined> {
  const company = await seedsOf(store).findOne({ _id: "demo-company" });
  if (!company?.openWork || (await seedsOf(store).findOne({ _id: "demo-history" }))) return undefined;
  const configuration: Record<string, Document[]> = {};
  for (const name of CONFIGURATION)
    configuration[name] = await store.db
      .collection(name)
      .find({ $or: [{ companyId }, { _id: companyId }] })
      .toArray();
  return async (stopping) => {
    const records = await writtenApart(async (seededStore) => {
      await insertAll(seededStore.store, configuration);
      // The risk officer was still there.
      await seededStore.store.db.collection("users").updateMany({}, { $unset: { active: "" } });
      await seedHistory(seededStore, { now: company.at, stopping });
    });
    const addedRecords = Object.entries(records).filter(([name]) => !NOT_ADDED.has(name));
    await createUnitOfWork(
      store,
      (scope) => scope,
    )(async (scope) => {
      const seeds = seedsOf(scope);
      if (await seeds.findOne({ _id: "demo-history" }, { session: scope.session })) return;
      await seeds.insertOne({ _id: "demo-history", at: new Date() }, { session: scope.session });
      await insertAll(scope, Object.fromEntries(addedRecords));
    });
  };
}

/** Collections that the history was played on, and the counters: its numbers were left free for it. */
const NOT_ADDED: ReadonlySet<string> = new Set([...CONFIGURATION, "numbers", "platform"]);

async function insertAll(scope: OpenScope, records: Record<string, Document[]>): Promise<void> {
  for (const [collection, documents] of Object.entries(records)) {
    if (documents.length > 0)
      await scope.db.collection(collection).insertMany(documents, sessionOption(scope));
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
