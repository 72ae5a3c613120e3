import { asHtml, type Language } from "@countersign/texts";

/** A document as a mail shows it. */
export interface MailEntry {
  /** Its notifications in words, the oldest first. */
  words: readonly string[];
  title?: string | undefined;
  amount?: string | undefined;
  facts: readonly { label: string; value: string }[];
  /** Where the document is opened. */
  url: string;
}

/** The parts of a mail, in the reader's language. */
export interface MailSheet {
  language: Language;
  subject: string;
  /** The sum of the requests; absent where it is not shown. */
  sum: string | undefined;
  entries: readonly MailEntry[];
  /** Words of the links that open documents. */
  open: string;
  /** Why the mail came. */
  why: string;
  /** Where the reader chooses what comes by mail. */
  preferences: { words: string; url: string };
}

/** A mail as plain text. */
export function mailText({ sum, entries, open, why, preferences }: MailSheet): string {
  return [
    ...(sum === undefined ? [] : [sum, ""]),
    ...entries.flatMap(({ words, title, amount, facts, url }) => [
      ...words,
      ...[title ?? [], amount ?? []].flat(),
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      `${open}: ${url}`,
      "",
    ]),
    "-- ",
    why,
    `${preferences.words}: ${preferences.url}`,
  ].join("\n");
}

/** One column that fits a phone; colours for light and dark, which mail programs choose between. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.mail{max-width:560px;margin:0 auto}
.product{margin:0 0 12px 4px;color:#566070;font-size:14px;font-weight:600}
.entry{background:#fff;border:1px solid #dde1e7;border-radius:8px;padding:16px 20px 20px;margin:0 0 12px}
.entry p{margin:0 0 4px;overflow-wrap:anywhere}
.sum{margin:0 0 12px 4px}
.sum,.words,.amount{font-weight:600}
.facts{margin:8px 0 0;border-collapse:collapse;font-size:15px}
.facts th,.facts td{padding:2px 0;text-align:left;vertical-align:top;font-weight:400;overflow-wrap:anywhere}
.facts th{padding-right:16px;color:#566070;min-width:72px}
.open{display:inline-block;margin-top:14px;padding:8px 18px;border-radius:6px;background:#1f4fd8;color:#fff;text-decoration:none}
.foot{color:#566070;font-size:13px;padding:4px}
.foot a{color:inherit}
@media (prefers-color-scheme:dark){body{background:#12161c;color:#e6e9ee}.entry{background:#1b212a;border-color:#313a46}.open{background:#6d93ff;color:#0b1020}.product,.foot,.facts th{color:#9aa5b4}}`;

/** A mail as HTML. It loads nothing and runs nothing. */
export function mailPage({ language, subject, sum, entries, open, why, preferences }: MailSheet): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${asHtml(subject)}</title><style>${STYLE}</style></head>
<body><div class="mail"><p class="product">Countersign</p>
${line("sum", sum)}${entries.map((entry) => entryOf(entry, open)).join("\n")}
<div class="foot">${asHtml(why)}<br>${linkTo(preferences.url, preferences.words)}</div></div></body></html>
`;
}

function entryOf({ words, title, amount, facts, url }: MailEntry, open: string): string {
  const rows = facts.map(
    ({ label, value }) => `<tr><th scope="row">${asHtml(label)}</th><td>${asHtml(value)}</td></tr>`,
  );
  const table = rows.length === 0 ? "" : `<table class="facts">${rows.join("")}</table>`;
  return `<div class="entry">${words.map((sentence) => line("words", sentence)).join("")}${line("title", title)}${line("amount", amount)}${table}${linkTo(url, open, "open")}</div>`;
}

const line = (kind: string, text: string | undefined): string =>
  text === undefined ? "" : `<p class="${kind}">${asHtml(text)}</p>`;

const linkTo = (url: string, words: string, kind = ""): string =>
  `<a${kind && ` class="${kind}"`} href="${asHtml(url)}">${asHtml(words)}</a>`;
