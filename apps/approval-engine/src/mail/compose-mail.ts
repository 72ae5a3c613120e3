import { notificationWords } from "@countersign/domain/approval";
import { moneyText } from "@countersign/domain/money";
import type { MailFacts } from "../approval-settings/index.ts";
import { type Language, render, type Text, text } from "@countersign/texts";

/** A notification as a mail has it. */
export interface MailedNotification {
  refId: string;
  message: string;
  text?: Text | undefined;
  isAsked: boolean;
  title?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  facts: readonly { label: string; value: string }[];
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailOptions {
  language: Language;
  mailFacts: MailFacts;
  /** Where the console is, without a slash at its end. */
  consoleUrl: string;
  /** Whether the mail is a daily digest. */
  isDigest: boolean;
}

interface Entry {
  /** The notification in words. */
  words: string;
  details: readonly string[];
  url: string;
}

/** Longest subject, in UTF-16 units: mail programs cut longer ones. */
const SUBJECT_MAX = 150;

/**
 * The content of a mail with one or more notifications, in the reader's language (contract-3, TIME-5). Its links open the
 * documents; none decides.
 */
export function composeMail(notifications: readonly MailedNotification[], options: MailOptions): MailContent {
  const write = (of: Text) => render(of, options.language);
  const entries = notifications.map((one) => entryOf(one, options));
  const subject = subjectOf(notifications, entries, options);
  const open = write(text("mail.open"));
  const why = write(text("mail.why"));
  return {
    subject: subject.slice(0, SUBJECT_MAX),
    text: [
      ...entries.flatMap(({ words, details, url }) => [words, ...details, `${open}: ${url}`, ""]),
      "-- ",
      why,
    ].join("\n"),
    html: page({ language: options.language, subject, entries, open, why }),
  };
}

function entryOf(
  { refId, message, text: said, isAsked, title, amount, currency, facts }: MailedNotification,
  { language, mailFacts, consoleUrl }: MailOptions,
): Entry {
  const write = (of: Text) => render(of, language);
  const url = `${consoleUrl}/inbox/${refId}`;
  if (mailFacts === "NONE") {
    return { words: write(text(isAsked ? "mail.asked" : "mail.news")), details: [], url };
  }
  const words = said ? notificationWords(said, write) : message;
  const shown = mailFacts === "ALL" ? facts.map(({ label, value }) => `${label}: ${value}`) : [];
  const ofAmount = mailFacts === "ALL" && amount !== undefined ? [moneyText(amount, currency)] : [];
  return { words, details: [...(title === undefined ? [] : [title]), ...ofAmount, ...shown], url };
}

function subjectOf(
  notifications: readonly MailedNotification[],
  entries: readonly Entry[],
  { language, isDigest }: MailOptions,
): string {
  const [only] = entries;
  if (isDigest) return render(text("mail.digest", { count: entries.length }), language);
  if (entries.length === 1 && only !== undefined) return only.words.replaceAll(/\s+/gu, " ");
  const asked = notifications.filter(({ isAsked }) => isAsked).length;
  return render(text("mail.manyAsked", { count: asked }), language);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (words: string): string => words.replaceAll(/[&<>"']/gu, (letter) => ENTITIES[letter]!);

/** One column that fits a phone; colours for light and dark, which mail programs choose between. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:560px;margin:0 auto}
section{background:#fff;border:1px solid #dde1e7;border-radius:8px;padding:16px 20px;margin:0 0 12px}
p{margin:0 0 4px;overflow-wrap:anywhere}
p.words{font-weight:600}
a.open{display:inline-block;margin-top:10px;padding:10px 18px;border-radius:6px;background:#1f4fd8;color:#fff;text-decoration:none}
footer{color:#5b6675;font-size:13px;padding:4px}
@media (prefers-color-scheme:dark){body{background:#12161c;color:#e6e9ee}section{background:#1b212a;border-color:#313a46}a.open{background:#6d93ff;color:#0b1020}footer{color:#9aa5b4}}`;

function page({
  language,
  subject,
  entries,
  open,
  why,
}: {
  language: Language;
  subject: string;
  entries: readonly Entry[];
  open: string;
  why: string;
}): string {
  const sections = entries.map(
    ({ words, details, url }) =>
      `<section><p class="words">${escaped(words)}</p>${details
        .map((detail) => `<p>${escaped(detail)}</p>`)
        .join("")}<a class="open" href="${escaped(url)}">${escaped(open)}</a></section>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body><main>${sections.join("\n")}<footer>${escaped(why)}</footer></main></body></html>
`;
}
