import { CURRENCIES } from "@countersign/domain/money";
import { text } from "@countersign/texts";
import type { ASTNode } from "@marcbachmann/cel-js";

import { pathOf } from "./paths.ts";
import { Refusal, sourceOf } from "./refusal.ts";
import type { Check } from "./check.ts";

export const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCIES);

/** The form of a text: two texts of different forms are never equal, and their order means nothing. */
export type Form = "TEXT" | "DATE" | "DATETIME" | "ID" | "KIND" | "CURRENCY";

/** A form that a literal beside such a text has. */
const EXAMPLES: Readonly<Record<Form, string>> = {
  TEXT: '"Café"',
  DATE: '"2027-01-31"',
  DATETIME: '"2027-01-31T12:00:00Z"',
  ID: '"6651f0c2a4b8d93e7f012345"',
  KIND: '"Claim"',
  CURRENCY: '"EUR"',
};

const FORM_OF_FACT: Readonly<Partial<Record<string, Form>>> = {
  TEXT: "TEXT",
  DATE: "DATE",
  DATETIME: "DATETIME",
  PERSON: "ID",
};
const FORM_OF_PATH: Readonly<Partial<Record<string, Form>>> = {
  kind: "KIND",
  "document.currency": "CURRENCY",
  "submitter.id": "ID",
  "submitter.departmentId": "ID",
};

type Checked = Pick<Check, "facts" | "kinds" | "replacements">;

/**
 * Compares like with like (contract-4, MEET-15): a text literal has the form of what it is compared with, and DATETIMEs are
 * compared as instants. Every text that a `?:` may give counts.
 *
 * @throws Refusal - naming the form
 */
export function checkForms(left: ASTNode, right: ASTNode, check: Checked): void {
  const [lefts, rights] = [textsOf(left), textsOf(right)];
  for (const leftText of lefts) {
    for (const rightText of rights) {
      checkPair(leftText, rightText, check);
      checkPair(rightText, leftText, check);
    }
  }
}

/** The literals and names whose value an expression has. */
function textsOf(node: ASTNode): ASTNode[] {
  if (node.op !== "?:") return [node];
  const [, ...branches] = node.args;
  return branches.flatMap(textsOf);
}

/** @param beside - what the node is compared with */
function checkPair(node: ASTNode, beside: ASTNode, check: Checked): void {
  const form = formOf(beside, check);
  if (form === undefined) return;
  if (node.op !== "value") {
    const ownForm = formOf(node, check);
    // A text of people may be the id of a department, or whatever else they write; an instant it is not.
    const isFree = (ownForm ?? "TEXT") === "TEXT" && form !== "DATETIME";
    if (ownForm === form || form === "TEXT" || isFree) return;
    throw otherForm(node, beside, form);
  }
  if (typeof node.args !== "string") return;
  if (!hasForm(node.args, form, check)) throw otherForm(node, beside, form);
  if (form !== "DATETIME") return;
  replace(check, node, JSON.stringify(instantText(node.args)));
}

function otherForm(node: ASTNode, beside: ASTNode, form: Form): Refusal {
  const params = { part: sourceOf(node), beside: sourceOf(beside), example: EXAMPLES[form] };
  return new Refusal(text(`condition.form.${form}`, params));
}

/** The form of a name's text; nothing of other expressions, and of texts that may have any. */
function formOf(node: ASTNode, check: Checked): Form | undefined {
  const path = pathOf(node);
  if (path === undefined) return undefined;
  const [root, record, key = "", field] = path.split(".");
  if (root !== "document" || record !== "facts") return FORM_OF_PATH[path];
  if (field !== undefined) return field === "currency" ? "CURRENCY" : undefined;
  const form = FORM_OF_FACT[check.facts.get(key) ?? ""];
  if (form === "DATETIME") replace(check, node, `document.${INSTANTS}.${key}`);
  return form;
}

/** The record of DATETIMEs as {@link instantText} writes them: comparisons read them there. */
export const INSTANTS = "instants";

function replace({ replacements }: Checked, { start, end }: ASTNode, by: string): void {
  replacements.set(start, { start, end, by });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/u;
const OBJECT_ID = /^[0-9a-f]{24}$/u;

function hasForm(value: string, form: Form, { kinds }: Checked): boolean {
  switch (form) {
    case "TEXT":
      return value === value.normalize("NFC").trim();
    case "DATE":
      return DAY.test(value) && isReadable(() => Temporal.PlainDate.from(value, { overflow: "reject" }));
    case "DATETIME":
      return isReadable(() => instantText(value));
    case "ID":
      return OBJECT_ID.test(value);
    case "KIND":
      return kinds === undefined ? /^[A-Z]/u.test(value) : kinds.has(value);
    case "CURRENCY":
      return CURRENCY_CODES.has(value);
    default:
      return form satisfies never;
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const MAX_PLACES = 9;

/**
 * A DATETIME as its instant in UTC, always of the same length: such texts are equal and ordered as the instants are.
 *
 * @throws RangeError for a text that is no RFC 3339 date-time
 */
export function instantText(value: string): string {
  if (!TIME.test(value)) throw new RangeError(`not a date-time: ${value}`);
  // An instant has nanoseconds.
  const boundedText = value.replace(/(\.\d{9})\d+/u, "$1");
  return Temporal.Instant.from(boundedText).toString({ fractionalSecondDigits: MAX_PLACES });
}
