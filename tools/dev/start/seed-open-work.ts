import { outcomeSubject } from "@countersign/contracts";
import { createRecordOutcome } from "@countersign/hr-service/record-outcome";
import { bindRepositories } from "@countersign/hr-service/hr-repositories";
import { newId, createNumbers, type Scope, toHex, toObjectId } from "@countersign/mongo";
import { describeDocument } from "@countersign/hr-service/describe-document";
import { DOCUMENT_KINDS } from "@countersign/hr-service/document-kinds";
import { createDocumentRepository } from "@countersign/hr-service/documents";
import type { OutcomeEvent } from "@countersign/owner-kit";
import type { ObjectId } from "mongodb";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_TEAM, type DemoColleague } from "./demo-company.ts";
import { demoEngine } from "./demo-engine.ts";
import { FINISHED_DOCUMENTS, finishedHrWork } from "./finished-work.ts";
import { DEMO_WORKFLOWS, describedDocuments, HEAD_AWAY, hrWork, RISK_LEFT_DAYS_AGO } from "./open-work.ts";
import { type DemoWorkflows, publishDemoWorkflow } from "./seed-approvals.ts";
import { dayAfter, type DescribedWork, type Followed, type HrWork, type Step } from "./work.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const { id: companyId, currency } = DEMO_COMPANY;
const { head, manager } = DEMO_PEOPLE;
const { risk } = DEMO_TEAM;

const REF_PREFIXES = {
  PurchaseRequisition: "PR",
  PurchaseOrder: "PO",
  SalesQuotation: "SQ",
  SalesOrder: "SO",
} as const;
/** The other systems have counted since long before. */
const FIRST_NUMBER = { PurchaseRequisition: 81, PurchaseOrder: 207, SalesQuotation: 376, SalesOrder: 488 };

/** Until when a notification has been read, in days. */
const READ_DAYS = 4;

const callerOf = ({ userId, name, privileged }: DemoColleague) => ({ companyId, userId, name, privileged });
/** The service that owns a document, which submits it for somebody. */
const ownerFor = (person: DemoColleague) =>
  ({ ...callerOf(person), privileged: false, isService: true }) as const;

/** Something that happened some days ago. */
type Happening = readonly [daysAgo: number, happens: () => Promise<unknown>];

/**
 * Lets the demo company's last three months happen at their times, within the seed's transaction: documents of systems
 * that are not part of the demo, as their owner describes them, and documents of the HR service with their records; with
 * the verdicts on them, an absence, and an approver who leaves.
 *
 * These are the use cases of the services themselves, one after the other, so that the history, the chain of the audit and
 * every list are as the services write them. All of it takes about as long as the rest of a first start (below two
 * seconds), so nothing is written past them in bulk.
 */
export async function seedOpenWork(
  scope: Scope,
  { now, workflows }: { now: Date; workflows: DemoWorkflows },
): Promise<void> {
  let at = now;
  const engine = demoEngine(scope, () => at);
  const { db, session } = scope;
  const numbers = createNumbers(scope);
  const counted = { ...FIRST_NUMBER };
  const followed = { ...workflows } as Record<Followed, string>;
  const hr = bindRepositories(scope, { service: "hr-service" });
  const recordOutcome = createRecordOutcome({ logger: QUIET, clock: () => at });

  async function submitDescribed({ by, follows, kind, document }: DescribedWork): Promise<string> {
    const refId = newId();
    counted[kind] += 1;
    const submission = {
      workflowId: followed[follows],
      refId,
      kind,
      ref: `${REF_PREFIXES[kind]}-${String(counted[kind]).padStart(4, "0")}`,
      document,
      submitterId: by.userId,
    };
    await engine.submitDocument(ownerFor(by), submission);
    return refId;
  }

  async function submitHr({ by, kind, details }: HrWork): Promise<string> {
    const [number] = await numbers.next(companyId, kind);
    const ref = `${DOCUMENT_KINDS[kind].refPrefix}-${String(number).padStart(6, "0")}`;
    const { userId: submitterId, employeeId } = by;
    const id = newId();
    const described = describeDocument(details, currency);
    const record = { id, companyId, kind, ref, employeeId, submitterId, details, described };
    const documents = createDocumentRepository(scope, kind);
    await documents.insert({ ...record, status: "SUBMITTING", createdAt: at, updatedAt: at }, at);
    const request = { refId: id, kind, ref, employeeId, submitterId, document: described, requestId: id };
    const run = await engine.submitHr(ownerFor(by), request);
    await documents.setRun(record, run, at);
    return id;
  }

  async function take(refId: string, { by, status, remark }: Step): Promise<void> {
    if (status === "RECALLED") {
      await engine.recallDocument(callerOf(by), { refId, reason: remark ?? "" });
      return;
    }
    const active = { refId: toObjectId(refId), status: "AWAITING_APPROVAL", archived: false };
    const task = await db.collection<{ _id: ObjectId }>("workflow_tasks").findOne(active, { session });
    if (task === null) throw new Error(`${by.name} is asked about nothing of ${refId}`);
    await engine.decideApproval(callerOf(by), { taskId: toHex(task._id), status, remark });
  }

  /** The HR service hears how its document's approval ended, on that day. */
  async function tellHr(refId: string, { kind }: HrWork): Promise<void> {
    const subjects = OUTCOMES.map((outcome) => outcomeSubject("hr", kind, outcome));
    const ended = { key: refId, subject: { $in: subjects } };
    const message = await db.collection<{ data: OutcomeEvent }>("outbox").findOne(ended, { session });
    if (message) await recordOutcome(message.data, hr);
  }

  function happeningsOf<W extends DescribedWork | HrWork>(
    work: W,
    submit: (work: W) => Promise<string>,
    afterSteps?: (refId: string, work: W) => Promise<void>,
  ): Happening[] {
    let refId: string;
    let daysAgo = work.daysAgo;
    const submitted: Happening = [
      daysAgo,
      async () => {
        refId = await submit(work);
      },
    ];
    const steps = work.steps.map((step, index): Happening => {
      daysAgo -= step.afterDays;
      const isLast = index === work.steps.length - 1;
      return [
        daysAgo,
        async () => {
          await take(refId, step);
          if (isLast) await afterSteps?.(refId, work);
        },
      ];
    });
    return [submitted, ...steps];
  }

  async function letHeadBeAway(): Promise<void> {
    await engine.createSubstitution(callerOf(head), {
      substituteId: manager.userId,
      kinds: [...HEAD_AWAY.kinds],
      fromDate: dayAfter(at, 0),
      untilDate: dayAfter(at, HEAD_AWAY.days),
      timeZone: "Europe/Berlin",
      reason: "Visiting the yards abroad",
    });
  }

  async function letRiskOfficerLeave(): Promise<void> {
    const users = db.collection("users");
    await users.updateOne({ _id: toObjectId(risk.userId) }, { $set: { active: false } }, { session });
    await engine.releaseLeaver(companyId, risk.userId);
  }

  const happenings: Happening[] = [
    ...[...FINISHED_DOCUMENTS, ...describedDocuments(now)].flatMap((work) =>
      happeningsOf(work, submitDescribed),
    ),
    ...[...finishedHrWork(now), ...hrWork(now)].flatMap((work) => happeningsOf(work, submitHr, tellHr)),
    [HEAD_AWAY.fromDaysAgo, letHeadBeAway],
    [RISK_LEFT_DAYS_AGO, letRiskOfficerLeave],
    ...Object.values(DEMO_PEOPLE).map((person): Happening => [
      READ_DAYS,
      () => engine.markAllNotificationsRead(callerOf(person)),
    ]),
  ];
  await engine.seedCompany(companyId);
  at = new Date(now.getTime() - 99 * DAY_MS);
  for (const [follows, workflow] of Object.entries(DEMO_WORKFLOWS)) {
    followed[follows as Followed] = await publishDemoWorkflow(engine, workflow);
  }
  for (const [daysAgo, happens] of happenings.toSorted(([one], [other]) => other - one)) {
    at = new Date(now.getTime() - daysAgo * DAY_MS);
    await happens();
  }
  // Messages of what happened then are not published today; the records know it.
  await db.collection("outbox").deleteMany({ companyId }, { session });
}

const OUTCOMES = ["completed", "rejected", "recalled"] as const;
const QUIET = { info: () => undefined, warn: () => undefined };
