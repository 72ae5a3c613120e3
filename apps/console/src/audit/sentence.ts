import { stageText } from "../document/kind.ts";
import type { AuditQuery } from "../graphql/generated/documents.ts";
import { type CompanyMessageId, type Translate, ownersWords } from "../messages/i18n.ts";
import { actionText, entityText } from "./audit-words.ts";
import { nameOf } from "./changed-fields.ts";

export type AuditEntry = AuditQuery["auditLogPage"]["data"][number];

/** Actions that a sentence of their own tells. */
const TOLD = [
  "addApprover",
  "amend",
  "cancel",
  "create",
  "delete",
  "publish",
  "reassign",
  "recall",
  "release",
  "remind",
  "escalate",
  "timeOut",
  "nudge",
  "discard",
  "order",
  "switch",
  "revoke",
  "seed",
  "submit",
  "update",
  "withdrawVerdict",
  "resolveAgain",
] as const;

/** A row of a run as the log has it. */
interface LoggedSeat {
  id: string;
  taskId: string;
  status: string;
}

const seatsIn = (record: unknown): LoggedSeat[] =>
  (record as { approvals?: LoggedSeat[] } | null)?.approvals ?? [];

/** The verdict that a change of a stage's status records; undefined where it records none. */
export function verdictOf({ entityId, before, after }: Pick<AuditEntry, "entityId" | "before" | "after">) {
  const old = new Map(seatsIn(before).map(({ id, status }) => [id, status]));
  const seat = seatsIn(after).find(
    ({ id, taskId, status }) =>
      taskId === entityId && (status === "APPROVED" || status === "REJECTED") && old.get(id) !== status,
  );
  return seat?.status === "APPROVED" || seat?.status === "REJECTED" ? seat.status : undefined;
}

/** The state and the place that a change gives a rule; the audit has the names of then (contract-4, HIST-3). */
export function orderIn(record: unknown) {
  const { enabled, moved, movedBefore } = (record ?? {}) as {
    enabled?: boolean;
    moved?: string;
    movedBefore?: string;
  };
  const place = movedBefore === undefined ? "last" : "before";
  return {
    isOn: enabled === true ? "yes" : "no",
    move: moved === undefined ? "several" : place,
    moved: moved ?? "–",
    other: movedBefore ?? "–",
  };
}

/** A change in a sentence: who did what to which record, in the reader's words (contract-3, CON-18). */
export function sentenceOf(
  t: Translate,
  words: (code: string) => string | undefined,
  entry: AuditEntry,
): string {
  const { action, entity, actor, actorId, ref, title, refId, stageName, forUser, before, after } = entry;
  const name = nameOf(before, after);
  const document = [ref, title && ownersWords(title)].filter(Boolean).join(" ");
  const kind = entityText(words, entity);
  const record = name === undefined ? kind : t("audit.named", { kind, name });
  const values = {
    who: actor?.name ?? actorId ?? t("audit.platform"),
    what: refId == null || document === "" ? record : document,
    stage: stageName == null ? "–" : stageText(t, stageName),
    principal: forUser?.name ?? "–",
    hasPrincipal: forUser ? "yes" : "no",
    ...orderIn(after),
  };
  const verdict = action === "changeStatus" ? verdictOf(entry) : undefined;
  if (verdict !== undefined) return t(`audit.did.${verdict}`, values);
  const toldAction = TOLD.find((candidate) => candidate === action);
  const id: CompanyMessageId = toldAction === undefined ? "audit.did.other" : `audit.did.${toldAction}`;
  return t(id, { ...values, action: actionText(words, action) });
}
