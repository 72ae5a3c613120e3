import type { Step } from "./steps.ts";

/** A history with what a platform answered and had at its end, short enough to be read. */
export interface RecordedHistory {
  steps: readonly Step[];
  answers: readonly unknown[];
  /** By stream and document. */
  messages: Readonly<Record<string, unknown>>;
  /** Of stages and history what they say; of other pages which items they have, in their order. */
  pages: Readonly<Record<string, unknown>>;
}

/** A history with labels in place of the ids that the platform made. */
export interface Played {
  /** Of the steps, in their order. */
  answers: readonly unknown[];
  /** By key, in the order in which they were heard. */
  messages: Readonly<Record<string, unknown[]>>;
  /** By view and person. */
  pages: Readonly<Record<string, unknown>>;
}

/** Records a history. */
export function recordOf(steps: readonly Step[], { answers, messages, pages }: Played): RecordedHistory {
  return structuredClone({
    steps,
    answers: answers.map((answer) => shorten(answer) ?? null),
    messages: mapRecord(messages, (all) => all.map((message) => lineOf((message as { data: object }).data))),
    pages: mapRecord(pages, (page, name) => (FULL.test(name) ? shorten(page) : briefOf(page))),
  });
}

/** A record as JSON with a line for each step, answer and page. */
export function formatRecord(record: RecordedHistory): string {
  const parts = Object.entries(record).map(([part, all]: [string, object]) => {
    const lines = Object.entries(all).map(([name, item]) =>
      Array.isArray(all) ? JSON.stringify(item) : `${JSON.stringify(name)}: ${JSON.stringify(item)}`,
    );
    const [start, end] = Array.isArray(all) ? "[]" : "{}";
    return `${JSON.stringify(part)}: ${start}\n${lines.join(",\n")}\n${end}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

const mapRecord = <T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const FULL = /^(?:(?:stages|history|revisions) of .*|(?:versions|rules) of .*|workflows), for the admin/u;

/** Fields that the company fixes, and those that the records beside them say. */
const CONSTANT =
  /^(?:companyId|refId|runId|kind|can(?:Update|View|Delete|Post)|documentDate|createdAt|specversion|source|datacontenttype)$/u;

/** Leaves out what says nothing. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([key, inner]) => !CONSTANT.test(key) && !isNothing(inner));
  return Object.fromEntries(fields.map(([key, inner]) => [key, shorten(inner)]));
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** The values of a record in one line. */
const lineOf = (record: object): string =>
  JSON.stringify(Object.values(shorten(record) as object)).slice(1, -1);

/** The lists of a page as the names of their items, and its counts. */
function briefOf(page: unknown): unknown {
  if (Array.isArray(page)) return page.map(nameOf).join(", ");
  if (typeof page !== "object" || page === null) return page;
  if ("_id" in page) return nameOf(page);
  return shorten(mapRecord(page as Record<string, unknown>, briefOf));
}

interface Item {
  _id?: string;
  refId?: string;
  kind?: string;
  document?: { refId: string };
  action?: string;
  event?: string;
  count?: number;
}

function nameOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const { _id, refId, kind, document, action, event, count } = item as Item;
  return [_id ?? refId ?? document?.refId ?? kind, action ?? event ?? count]
    .filter((part) => part !== undefined)
    .join(" ");
}
