import { defined } from "@countersign/domain/defined";
import { escapeHidden } from "@countersign/domain/text";
import type { Db } from "mongodb";

import type { RunReadModel } from "../inbox/index.ts";
import type { WorkflowApproval } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { peopleAmong } from "../shared/people.ts";
import type { GrantedApproval } from "./grants.ts";
import { type AgentRequest, type RequestStatus, statusAt } from "./records.ts";

/** A verdict as agents read it. */
export interface ShownDecision {
  userId: string;
  name: string;
  verdict: "APPROVED" | "REJECTED";
  /** RFC 3339. */
  at: string;
  remark?: string;
}

/** A request as agents read it, without its grant. */
export interface RequestView {
  id: string;
  status: RequestStatus;
  kind: string;
  title: string;
  actionSha256?: string;
  decisions: ShownDecision[];
  /** The changes that an approver wants before they decide. */
  question?: { text: string; by: string; at: string };
  expiresAt: string;
}

/** The parts of the engine that read a run for somebody who takes part. */
export interface ViewParts {
  db: Pick<Db, "collection">;
  runs: Pick<RunReadModel, "listRunTasks" | "approvalsOfTasks">;
}

/** How one of the caller's own requests stands, who decided what, and what its grant says of that. */
export async function viewOfRequest(
  parts: ViewParts,
  caller: Caller,
  request: AgentRequest,
  now: Date,
): Promise<{ view: RequestView; approval: GrantedApproval }> {
  const { _id: id, kind, title, actionSha256, expiresAt, runId, question } = request;
  const tasks = await parts.runs.listRunTasks(caller, id);
  const runTasks = tasks.filter((task) => task.runId === runId);
  const seats = runTasks.length === 0 ? [] : await parts.runs.approvalsOfTasks(caller.companyId, runTasks);
  const decisions = await decisionsIn(parts, caller, seats.flat());
  const view = {
    id,
    status: statusAt(request, now),
    kind,
    title: escapeHidden(title),
    ...(actionSha256 !== undefined && { actionSha256 }),
    decisions,
    ...(question && { question: await shownQuestion(parts, caller, question) }),
    expiresAt: expiresAt.toISOString(),
  };
  const approvers = decisions.filter(({ verdict }) => verdict === "APPROVED").map(({ userId }) => userId);
  return { view, approval: { rules: request.rules ?? [], approvedBy: [...new Set(approvers)] } };
}

/** A question as agents read it. */
async function shownQuestion(
  { db }: Pick<ViewParts, "db">,
  { companyId }: Caller,
  { text, by, at }: NonNullable<AgentRequest["question"]>,
): Promise<NonNullable<RequestView["question"]>> {
  const people = await peopleAmong({ db }, companyId, [by]);
  return { text: escapeHidden(text), by: escapeHidden(people.get(by)?.name ?? by), at: at.toISOString() };
}

type Verdict = Pick<
  WorkflowApproval,
  "status" | "approverId" | "decidedBy" | "skipped" | "statusUpdateDate" | "remark"
>;

/** The verdicts among seats, the first given first. */
export async function decisionsIn(
  { db }: Pick<ViewParts, "db">,
  { companyId }: Caller,
  seats: readonly Verdict[],
): Promise<ShownDecision[]> {
  const givenVerdicts = seats
    .filter(({ status, skipped }) => !skipped && (status === "APPROVED" || status === "REJECTED"))
    .toSorted((left, right) => (left.statusUpdateDate ?? 0) - (right.statusUpdateDate ?? 0));
  if (givenVerdicts.length === 0) return [];
  const deciders = givenVerdicts.map(({ approverId, decidedBy = approverId }) => decidedBy);
  const people = await peopleAmong({ db }, companyId, deciders);
  return givenVerdicts.map(({ status, statusUpdateDate = 0, remark }, at) => {
    const userId = deciders[at]!;
    return defined<ShownDecision>({
      userId,
      name: escapeHidden(people.get(userId)?.name ?? userId),
      verdict: status as ShownDecision["verdict"],
      at: new Date(statusUpdateDate * 1_000).toISOString(),
      remark: remark?.trim() ? escapeHidden(remark) : undefined,
    });
  });
}
