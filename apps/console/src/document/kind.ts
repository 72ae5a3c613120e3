import { i18n } from "@lingui/core";

import { type MessageId, type Translate, ownersWords } from "../messages/i18n.ts";

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

interface NamedDocument {
  kind: string;
  ref?: string | null;
  /** Of a hit. */
  title?: string | null;
  /** Of a task. */
  document?: { title?: string | null } | null;
}

/** The name of a document: its title, else its reference, else its kind. */
export function documentName(t: Translate, { kind, ref, title, document }: NamedDocument): string {
  const givenTitle = document?.title ?? title;
  return givenTitle == null ? (ref ?? kindText(t, kind)) : ownersWords(givenTitle);
}

const ROLES = ["HEAD_OF_DEPARTMENT", "HR", "MANAGER"] as const;

/** Ends the name of a stage that asks one more person after another one. */
const FURTHER = " — further approval";

/** The names that stages have when nobody names them. They are stored in English, whoever saved them. */
export const UNNAMED_STAGES = {
  namedByAgent: "Named by the agent",
  rejectedBefore: "Rejected it before",
  manager: "Submitter’s manager",
  head: "Head of department",
  previous: "Next manager",
} as const;
const STAGE_IDS = new Map<string, MessageId>(
  Object.entries(UNNAMED_STAGES).map(([id, name]) => [name, `stage.${id as keyof typeof UNNAMED_STAGES}`]),
);
const PERSON_IN_FIELD = /^Person in “(.*)”$/u;
/** The name of a stage that asks the person in a field, unless somebody names it. */
export const stageOfField = (field: string): string => `Person in “${field}”`;

/** A stage as people read it: those of an HR policy are named after the role that approves. */
export function stageText(t: Translate, name: string): string {
  if (name.endsWith(FURTHER)) {
    return t("stage.further", { stage: stageText(t, name.slice(0, -FURTHER.length)) });
  }
  const role = ROLES.find((candidate) => candidate === name);
  const ownName: MessageId | undefined = role ? `role.${role}` : STAGE_IDS.get(name);
  if (ownName) return t(ownName);
  const [, field] = PERSON_IN_FIELD.exec(name) ?? [];
  return field === undefined ? name : t("stage.field", { field });
}

/** `PurchaseOrder` becomes `Purchase order`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
