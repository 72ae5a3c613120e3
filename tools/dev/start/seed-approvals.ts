import type { Engine } from "@countersign/approval-engine/engine";
import { toObjectId } from "@countersign/mongo";
import { demoEngine, type SeededStore } from "./demo-engine.ts";
import {
  DEMO_CALENDAR,
  DEMO_COMPANY,
  DEMO_DIRECTORS,
  DEMO_DRAFTED_RULE,
  DEMO_ENTRY_WORKFLOW,
  DEMO_LARGE_REQUISITIONS,
  DEMO_PEOPLE,
  DEMO_PURCHASE_RULE,
  DEMO_PURCHASES,
  DEMO_REQUISITIONS,
  DEMO_THRESHOLD,
  DEMO_TOOL_RULE,
  DEMO_WORKFLOW,
  type DemoWorkflow,
} from "./demo-company.ts";

/** Ids of what the administrator has made: workflows, the rule of large purchases, and the group that it asks. */
export interface DemoApprovals {
  sales: string;
  purchases: string;
  purchaseRule: string;
  directors: string;
}

const { userId, name, privileged } = DEMO_PEOPLE.admin;
/** The administrator as a caller. */
export const DEMO_ADMIN = { companyId: DEMO_COMPANY.id, userId, name, privileged };

/** Publishes a workflow as the administrator. @returns its id */
async function publishDemoWorkflow(engine: Engine, { name: title, stages }: DemoWorkflow): Promise<string> {
  const { workflowId } = await engine.publishWorkflow(DEMO_ADMIN, {
    name: title,
    status: "IN_PROGRESS",
    stages: stages.map((stage) => ({ name: stage.name, approverIds: [stage.approver.userId] })),
  });
  return workflowId;
}

/** Requires the rule of large purchases. @returns its id */
async function seedPurchaseRule(engine: Engine, directorsId: string): Promise<string> {
  const { kind, amountAbove, currency, name: title, stages } = DEMO_PURCHASE_RULE;
  const [ofManager, ofDirectors] = stages;
  const { workflowId } = await engine.publishWorkflow(DEMO_ADMIN, {
    name: title,
    status: "IN_PROGRESS",
    stages: [
      { name: ofManager.name, approvers: [{ source: { submitterManager: { levels: 1 } } }] },
      {
        name: ofDirectors.name,
        approveBy: "COUNT",
        quorum: ofDirectors.needed,
        approvers: [{ source: { groupId: directorsId } }],
      },
    ],
  });
  const threshold = await engine.thresholds.create(DEMO_ADMIN, {
    kind,
    workflowId,
    amountThreshold: amountAbove,
    currency,
    enabled: true,
  });
  return threshold._id;
}

/** Publishes the rule by which agents' tool calls ask people. */
async function seedToolRule(engine: Engine): Promise<void> {
  const { kind, name: title, stage } = DEMO_TOOL_RULE;
  const approvers = [{ source: { submitterManager: { levels: 1 } } }];
  const { id } = await engine.saveRule(DEMO_ADMIN, {
    kind,
    name: title,
    stages: [{ name: stage, approvers }],
  });
  await engine.publishRule(DEMO_ADMIN, { id });
}

/**
 * Adds the rules by which the documents of other systems are approved, where the company begins with open work: in any
 * currency, behind the rule of large purchases. The page of rules shows them.
 */
export async function seedWorkRules(
  engine: Engine,
  { sales, purchases, purchaseRule }: DemoApprovals,
): Promise<{ largeRequisitions: string }> {
  const { name: title, stage, dueIn } = DEMO_REQUISITIONS;
  const { workflowId: requisitions } = await engine.publishWorkflow(DEMO_ADMIN, {
    name: title,
    status: "IN_PROGRESS",
    stages: [{ name: stage, dueIn, approvers: [{ source: { submitterManager: { levels: 1 } } }] }],
  });
  const large = await publishDemoWorkflow(engine, DEMO_LARGE_REQUISITIONS);
  await engine.thresholds.update(DEMO_ADMIN, purchaseRule, { order: 1 });
  const rules = [
    { kind: "PurchaseOrder", workflowId: purchases, amountThreshold: 2_000, order: 2 },
    { kind: "PurchaseRequisition", workflowId: requisitions, amountThreshold: 200, order: 20 },
    { kind: "SalesQuotation", workflowId: sales, amountThreshold: 2_000 },
  ] as const;
  for (const rule of rules) await engine.thresholds.create(DEMO_ADMIN, rule);
  const { _id: largeRequisitions } = await engine.thresholds.create(DEMO_ADMIN, {
    kind: "PurchaseRequisition",
    workflowId: large,
    amountThreshold: DEMO_LARGE_REQUISITIONS.amountBefore,
    order: 10,
  });
  return { largeRequisitions };
}

/** Lets the rule of large requisitions ask from a lower amount on. */
export async function changeLargeRequisitions(engine: Engine, id: string): Promise<void> {
  const { name: title, amountAbove, stages, whyChanged } = DEMO_LARGE_REQUISITIONS;
  await engine.saveRule(DEMO_ADMIN, {
    id,
    kind: "PurchaseRequisition",
    name: title,
    order: 10,
    amountAbove: String(amountAbove),
    stages: stages.map((stage) => ({ name: stage.name, approverIds: [stage.approver.userId] })),
  });
  await engine.publishRule(DEMO_ADMIN, { id, changeNote: { note: whyChanged } });
}

/** Saves the draft of a rule, whose sheet shows whom it would have asked. */
export async function saveDraftedRule(engine: Engine, directorsId: string): Promise<void> {
  const { kind, name: title, amountAbove, currency, stages } = DEMO_DRAFTED_RULE;
  const [ofManager, ofDirectors] = stages;
  await engine.saveRule(DEMO_ADMIN, {
    kind,
    name: title,
    order: 15,
    amountAbove: String(amountAbove),
    currency,
    stages: [
      { name: ofManager.name, approvers: [{ source: { submitterManager: { levels: 1 } } }] },
      {
        name: ofDirectors.name,
        approveBy: "COUNT",
        quorum: ofDirectors.needed,
        approvers: [{ source: { groupId: directorsId } }],
      },
    ],
  });
}

/** Makes the calendar by which business days count, with the holidays of this year and the next. */
export async function seedCalendar(seededStore: SeededStore, now: Date): Promise<void> {
  const engine = demoEngine(seededStore, () => now);
  const { name: title, timeZone, holidays, hours } = DEMO_CALENDAR;
  const year = now.getUTCFullYear();
  // Loaded here: a start that seeds nothing needs none of it.
  const { nationalHolidays } = await import("../../ops/calendars/national-holidays.ts");
  const { days } = nationalHolidays(holidays.place, { from: year, to: year + 1 }, holidays.language);
  const calendar = await engine.calendars.create(DEMO_ADMIN, {
    name: title,
    timeZone,
    week: WORKING_DAYS.map((day) => ({ day, from: hours.from, to: hours.to })),
    days: days.map(({ date, name: holiday }) => ({ date, name: holiday, closed: true })),
  });
  await engine.updateApprovalSettings(DEMO_ADMIN, { calendarId: calendar._id });
}

const WORKING_DAYS = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"] as const;

/**
 * Does the administrator's part of the demo company: a workflow for large sales orders,
 * and the threshold that requires it; the default workflow of journal entries; a workflow
 * for large purchases; a group of directors, and the rule by which large purchase orders ask them; the rule of agents'
 * tool calls.
 */
export async function seedApprovals(seededStore: SeededStore, now: Date): Promise<DemoApprovals> {
  const engine = demoEngine(seededStore, () => now);
  const sales = await publishDemoWorkflow(engine, DEMO_WORKFLOW);
  await engine.thresholds.create(DEMO_ADMIN, { ...DEMO_THRESHOLD, workflowId: sales });
  const directors = await engine.groups.create(DEMO_ADMIN, {
    name: DEMO_DIRECTORS.name,
    memberIds: DEMO_DIRECTORS.members.map(({ userId: memberId }) => memberId),
  });
  const purchaseRule = await seedPurchaseRule(engine, directors._id);
  await seedToolRule(engine);
  const ofEntries = {
    transactionType: "JournalEntry",
    workflowId: toObjectId(await publishDemoWorkflow(engine, DEMO_ENTRY_WORKFLOW)),
  };
  const ofCompany = { companyId: toObjectId(DEMO_COMPANY.id) };
  await seededStore.unitOfWork(async ({ db, session }) =>
    db.collection("configs").updateOne(ofCompany, { $set: { defaultWorkflows: [ofEntries] } }, { session }),
  );
  const purchases = await publishDemoWorkflow(engine, DEMO_PURCHASES);
  return { sales, purchases, purchaseRule, directors: directors._id };
}
