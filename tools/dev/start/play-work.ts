import { outcomeSubject } from "@countersign/contracts";
import type { Engine } from "@countersign/approval-engine/engine";
import { createRecordOutcome } from "@countersign/hr-service/record-outcome";
import { bindRepositories } from "@countersign/hr-service/hr-repositories";
import { newId, createNumbers, toHex, toObjectId } from "@countersign/mongo";
import { describeDocument } from "@countersign/hr-service/describe-document";
import { DOCUMENT_KINDS } from "@countersign/hr-service/document-kinds";
import { createDocumentRepository } from "@countersign/hr-service/documents";
import type { OutcomeEvent } from "@countersign/owner-kit";
import type { ObjectId } from "mongodb";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoColleague } from "./demo-company.ts";
import { demoEngine, type SeededStore } from "./demo-engine.ts";
import type { DescribedWork, HrWork, Step } from "./read-work.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const { id: companyId, currency } = DEMO_COMPANY;

const REF_PREFIXES = {
  PurchaseRequisition: "PR",
  PurchaseOrder: "PO",
  SalesQuotation: "SQ",
  SalesOrder: "SO",
} as const;

/** The last number that the other systems have given to each kind. */
export type LastNumbers = Record<DescribedWork["kind"], number>;

/** Until when a notification has been read, in days. */
const READ_DAYS = 4;

export const callerOf = ({ userId, name, privileged }: DemoColleague) => ({
  companyId,
  userId,
  name,
  privileged,
});
/** The service that owns a document, which submits it for somebody. */
const ownerFor = (person: DemoColleague) =>
  ({ ...callerOf(person), privileged: false, isService: true }) as const;

/** Something that happened some days ago, given the engine and that moment. */
export type Happening = readonly [daysAgo: number, happens: (engine: Engine, at: Date) => Promise<unknown>];

interface Play {
  now: Date;
  works: readonly (DescribedWork | HrWork)[];
  lastNumbers: LastNumbers;
  /** Happenings besides. */
  others?: readonly Happening[];
  stopping?: AbortSignal | undefined;
}

/**
 * Lets documents be submitted and decided at their times: those of systems that are not part of the demo, as their owner
 * describes them, and those of the HR service with their records. People have read the notifications that are older than
 * some days.
 *
 * These are the use cases of the services themselves, one after the other, so that the history and every list are as the
 * services write them.
 */
export async function playWork(
  seededStore: SeededStore,
  { now, works, lastNumbers, others = [], stopping }: Play,
): Promise<void> {
  let at = now;
  const engine = demoEngine(seededStore, () => at);
  const { unitOfWork } = seededStore;
  const { db } = seededStore.store;
  const countedNumbers = { ...lastNumbers };
  const recordOutcome = createRecordOutcome({ logger: QUIET, clock: () => at });

  /** As the owner of orders tells of a new one: the company's rules say who is asked. */
  async function submitDescribed({ by, kind, document }: DescribedWork): Promise<string> {
    const refId = newId();
    countedNumbers[kind] += 1;
    const { runId } = await engine.orderCreated(ownerFor(by), {
      _id: refId,
      kind,
      ref: `${REF_PREFIXES[kind]}-${String(countedNumbers[kind]).padStart(4, "0")}`,
      totalAmount: Number(document.amount),
      currency: document.currency,
      document,
    });
    if (runId === undefined) throw new Error(`no rule applies to ${document.title}`);
    return refId;
  }

  async function submitHr({ by, kind, details }: HrWork): Promise<string> {
    const [number] = await unitOfWork(async (scope) => createNumbers(scope).next(companyId, kind));
    const ref = `${DOCUMENT_KINDS[kind].refPrefix}-${String(number).padStart(6, "0")}`;
    const { userId: submitterId, employeeId } = by;
    const id = newId();
    const description = describeDocument(details, currency);
    const record = { id, companyId, kind, ref, employeeId, submitterId, details, described: description };
    const submitting = { ...record, status: "SUBMITTING", createdAt: at, updatedAt: at } as const;
    await unitOfWork(async (scope) => createDocumentRepository(scope, kind).insert(submitting, at));
    const request = { refId: id, kind, ref, employeeId, submitterId, document: description, requestId: id };
    const run = await engine.submitHr(ownerFor(by), request);
    await unitOfWork(async (scope) => createDocumentRepository(scope, kind).setRun(record, run, at));
    return id;
  }

  async function take(refId: string, { by, status, remark }: Step): Promise<void> {
    if (status === "RECALLED") {
      await engine.recallDocument(callerOf(by), { refId, reason: remark ?? "" });
      return;
    }
    const active = { refId: toObjectId(refId), status: "AWAITING_APPROVAL", archived: false };
    const task = await db.collection<{ _id: ObjectId }>("workflow_tasks").findOne(active);
    if (task === null) throw new Error(`${by.name} is asked about nothing of ${refId}`);
    await engine.decideApproval(callerOf(by), { taskId: toHex(task._id), status, remark });
  }

  /** The HR service hears how its document's approval ended, on that day. */
  async function tellHr(refId: string, { kind }: HrWork): Promise<void> {
    const subjects = OUTCOMES.map((outcome) => outcomeSubject("hr", kind, outcome));
    const ofOutcome = { key: refId, subject: { $in: subjects } };
    const message = await db.collection<{ data: OutcomeEvent }>("outbox").findOne(ofOutcome);
    if (message === null) return;
    await unitOfWork(async (scope) =>
      recordOutcome(message.data, bindRepositories(scope, { service: "hr-service" })),
    );
  }

  function happeningsOf<W extends DescribedWork | HrWork>(
    work: W,
    submit: (work: W) => Promise<string>,
    afterSteps?: (refId: string, work: W) => Promise<void>,
  ): Happening[] {
    let refId: string;
    let daysAgo = work.daysAgo;
    const submission: Happening = [
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
    return [submission, ...steps];
  }

  const happenings: Happening[] = [
    ...works.flatMap((work) =>
      "document" in work ? happeningsOf(work, submitDescribed) : happeningsOf(work, submitHr, tellHr),
    ),
    ...others,
    ...Object.values(DEMO_PEOPLE).map((person): Happening => [
      READ_DAYS,
      () => engine.markAllNotificationsRead(callerOf(person)),
    ]),
  ];
  for (const [daysAgo, happens] of happenings.toSorted(([left], [right]) => right - left)) {
    stopping?.throwIfAborted();
    at = new Date(now.getTime() - daysAgo * DAY_MS);
    await happens(engine, at);
  }
  // Messages of what happened then are not published today; the records know it.
  await db.collection("outbox").deleteMany({ companyId });
  await engine.projector.close();
}

const OUTCOMES = ["completed", "rejected", "recalled"] as const;
const QUIET = { info: () => undefined, warn: () => undefined };
