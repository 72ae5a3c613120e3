import { newId, createNumbers, type Scope } from "@countersign/mongo";
import { describeDocument } from "@countersign/hr-service/describe-document";
import { DOCUMENT_KINDS } from "@countersign/hr-service/document-kinds";
import { createDocumentRepository } from "@countersign/hr-service/documents";
import { DEMO_COMPANY, type DemoPerson } from "./demo-company.ts";
import { demoEngine } from "./demo-engine.ts";
import { describedDocuments, type DescribedDocument, hrWork, type HrWork } from "./open-work.ts";
import type { DemoWorkflows } from "./seed-approvals.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const { id: companyId, currency } = DEMO_COMPANY;

const callerOf = ({ userId, name, privileged }: DemoPerson) => ({ companyId, userId, name, privileged });
/** The service that owns a document, which submits it for somebody. */
const ownerFor = (person: DemoPerson) =>
  ({ ...callerOf(person), privileged: false, isService: true }) as const;

/**
 * Submits the demo company's open work at the times of its past days, within the seed's transaction: documents of
 * systems that are not part of the demo, as their owner describes them, and documents of the HR service with their records.
 */
export async function seedOpenWork(
  scope: Scope,
  { now, workflows }: { now: Date; workflows: DemoWorkflows },
) {
  let at = now;
  const engine = demoEngine(scope, () => at);
  const numbers = createNumbers(scope);
  const onDay = (daysAgo: number): void => {
    at = new Date(now.getTime() - daysAgo * DAY_MS);
  };

  async function submitDescribed({ by, follows, kind, ref, document }: DescribedDocument): Promise<void> {
    const submission = {
      workflowId: workflows[follows],
      refId: newId(),
      kind,
      ref,
      document,
      submitterId: by.userId,
    };
    await engine.submitDocument(ownerFor(by), submission);
  }

  async function submitHr({ by, daysAgo, kind, details, approved }: HrWork): Promise<void> {
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
    for (const [index, verdict] of approved.entries()) {
      onDay(daysAgo - index - 1);
      const taskId = run.tasks[index]!._id;
      await engine.decideApproval(callerOf(verdict.by), {
        taskId,
        status: "APPROVED",
        remark: verdict.remark,
      });
    }
  }

  await engine.seedCompany(companyId);
  const steps = [
    ...describedDocuments(now).map((work) => [work.daysAgo, () => submitDescribed(work)] as const),
    ...hrWork(now).map((work) => [work.daysAgo, () => submitHr(work)] as const),
  ];
  for (const [daysAgo, submit] of steps.toSorted(([one], [other]) => other - one)) {
    onDay(daysAgo);
    await submit();
  }
}
