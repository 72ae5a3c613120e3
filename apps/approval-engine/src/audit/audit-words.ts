import {
  CATALOGUES,
  type Language,
  type Text,
  type TextCode,
  ownersWords,
  render,
  text,
} from "@countersign/texts";

import { type RecordedAction, actionWords, actorWords } from "../shared/recorded-action.ts";
import { stageWords } from "../shared/stage-words.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { AuditedDocument } from "./audit-documents.ts";
import { verdictOf } from "./audit-verdicts.ts";
import { fieldIn } from "./fields.ts";
import type { AuditLog } from "./records.ts";

/** A change in a sentence: who did what to which record (contract-3, CON-18; contract-4, HIST-3). */
export async function auditWords(
  log: AuditLog,
  document: AuditedDocument | null,
  { language, loaders }: { language: Language; loaders: Pick<DirectoryLoaders, "user"> },
): Promise<Text> {
  const { action, actorId, after, details } = log;
  const actorText = await actorWords(actorId, loaders);
  const did = fieldIn(details, "did") as RecordedAction | undefined;
  if (did !== undefined) return actionWords(did, actorText, { version: Number(fieldIn(after, "version")) });
  const { stageName = "–", forUserId } = document ?? {};
  const params = { who: actorText, stage: stageWords(stageName), what: whatWords(log, document, language) };
  const verdict = verdictOf(log);
  if (verdict !== undefined) {
    const { status } = verdict;
    if (forUserId === undefined) return text(`audit.did.${status}`, params);
    return text(`audit.did.${status}For`, { ...params, principal: await actorWords(forUserId, loaders) });
  }
  const sentence = `audit.did.${action}`;
  if (isCode(sentence)) return { code: sentence, params };
  return text("audit.did.other", { ...params, action: codeWords("action", action) });
}

/** Actions on a record itself, also where it is one of a document's. */
const ON_ROWS: ReadonlySet<string> = new Set(["create", "update", "delete"]);

/** The document, else the record by its kind and its name of then. */
function whatWords(
  { action, entity, before, after }: AuditLog,
  document: AuditedDocument | null,
  language: Language,
): string | Text {
  const title = document?.title && ownersWords(document.title, language);
  const documentName = [document?.ref, title].filter(Boolean).join(" ");
  const kind = codeWords("entity", entity);
  if (documentName !== "") {
    return ON_ROWS.has(action) ? text("audit.named", { kind, name: documentName }) : documentName;
  }
  const names = ["name", "title", "stageName", "ref", "kind"].flatMap((field) =>
    [after, before].map((record) => fieldIn(record, field)),
  );
  const name = names.find((value) => typeof value === "string" && value !== "");
  if (typeof name !== "string") return kind;
  const isPolicy = entity === "hr_approval_policies";
  return text("audit.named", {
    kind,
    name: isPolicy ? codeWords("value", String(fieldIn(after ?? before, "kind"))) : name,
  });
}

const isCode = (code: string): code is TextCode => Object.hasOwn(CATALOGUES.en, code);

/** An action or a kind of records in words; a service that is newer has given its code. */
function codeWords(of: "action" | "entity" | "value", code: string): string | Text {
  const textCode = `audit.${of}.${code}`;
  if (isCode(textCode)) return { code: textCode, params: {} };
  const words = code.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same in English. */
export function codeLabel(of: "action" | "entity", code: string): string {
  const words = codeWords(of, code);
  return typeof words === "string" ? words : render(words);
}
