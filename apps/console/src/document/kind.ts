import { i18n } from "@lingui/core";

import type { MessageId, Translate } from "../messages/i18n.ts";

const KNOWN = [
  "Advance",
  "Claim",
  "JournalEntry",
  "Leave",
  "Loan",
  "PurchaseInvoice",
  "PurchaseOrder",
  "PurchaseRequisition",
  "SalesInvoice",
  "SalesOrder",
  "SalesQuotation",
] as const;

/** The names of kinds that a deployment added, by language and kind. */
const addedKinds = new Map<string, string>();

interface NamedKind {
  kind: string;
  labels: readonly { language: string; text: string }[];
}

/** Keeps the names that a deployment gave its kinds, before anything is shown (contract-3, CON-19). */
export function nameKinds(kinds: readonly NamedKind[]): void {
  for (const { kind, labels } of kinds)
    for (const { language, text } of labels) addedKinds.set(`${language} ${kind}`, text);
}

/** A kind of documents as people read it; one that a deployment added: the name that it gave, else its name in words. */
export function kindText(t: Translate, kind: string): string {
  const knownKind = KNOWN.find((candidate) => candidate === kind);
  if (knownKind) return t(`kind.${knownKind}`);
  return addedKinds.get(`${i18n.locale} ${kind}`) ?? addedKinds.get(`en ${kind}`) ?? wordsOf(kind);
}

/** The name of a document: its title, else its reference, else its kind. */
export function documentName(
  t: Translate,
  { kind, ref, document }: { kind: string; ref?: string | null; document?: { title?: string | null } | null },
): string {
  return document?.title ?? ref ?? kindText(t, kind);
}

const ROLES = ["HEAD_OF_DEPARTMENT", "HR", "MANAGER"] as const;

/** Ends the name of a stage that asks one more person after another one. */
const FURTHER = " — further approval";

/** Stages that an agent's request has of itself, by their names. */
const AGENT_STAGES = new Map<string, MessageId>([
  ["Named by the agent", "stage.namedByAgent"],
  ["Rejected it before", "stage.rejectedBefore"],
]);

/** A stage as people read it: those of an HR policy are named after the role that approves. */
export function stageText(t: Translate, name: string): string {
  if (name.endsWith(FURTHER)) {
    return t("stage.further", { stage: stageText(t, name.slice(0, -FURTHER.length)) });
  }
  const role = ROLES.find((candidate) => candidate === name);
  const ownName: MessageId | undefined = role ? `role.${role}` : AGENT_STAGES.get(name);
  return ownName ? t(ownName) : name;
}

/** `PurchaseOrder` becomes `Purchase order`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
