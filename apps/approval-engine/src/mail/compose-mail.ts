import { notificationWords } from "@countersign/domain/approval";
import { sumOf } from "@countersign/domain/money";
import { shortenText } from "@countersign/domain/text";
import { type Language, ownersWords, render, type Text, text } from "@countersign/texts";

import { moneyWords } from "../channels/index.ts";
import type { SentNotification, ShownFacts } from "../shared/channel.ts";
import { withoutLinks } from "../shared/unlinked.ts";
import { type MailEntry, mailPage, mailText } from "./mail-page.ts";

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailOptions {
  language: Language;
  shownFacts: ShownFacts;
  /** Where the console is, without a slash at its end. */
  consoleUrl: string;
  /** Whether the mail is a daily digest. */
  isDigest: boolean;
}

/** Longest subject, in UTF-16 units: mail programs cut longer ones. */
const SUBJECT_MAX = 150;

/**
 * The content of a mail with one or more notifications, in the reader's language (contract-3, TIME-5). Its links open the
 * documents; none decides.
 */
export function composeMail(notifications: readonly SentNotification[], options: MailOptions): MailContent {
  const write = (of: Text) => render(of, options.language);
  const documents = [...Map.groupBy(notifications, ({ refId }) => refId).values()];
  // Requests come before news.
  const askedDocuments = documents.filter(isAskedAmong);
  const newsDocuments = documents.filter((ofDocument) => !isAskedAmong(ofDocument));
  const entries = [...askedDocuments, ...newsDocuments].map((ofDocument) => entryOf(ofDocument, options));
  const subject = subjectOf(notifications, entries, options);
  const parts = {
    language: options.language,
    subject,
    sum: sumWords(askedDocuments, options),
    entries,
    open: write(text("mail.open")),
    why: write(text("mail.why")),
    preferences: { words: write(text("mail.preferences")), url: `${options.consoleUrl}/preferences` },
  };
  return { subject: shortenText(subject, SUBJECT_MAX), text: mailText(parts), html: mailPage(parts) };
}

const isAskedAmong = (notifications: readonly SentNotification[]): boolean =>
  notifications.some(({ isAsked }) => isAsked);

/** The sum of several requests in each currency; absent where amounts are not shown. */
function sumWords(
  askedDocuments: readonly (readonly SentNotification[])[],
  { language, shownFacts }: MailOptions,
): string | undefined {
  if (askedDocuments.length < 2 || shownFacts !== "ALL") return undefined;
  const newest = askedDocuments.flatMap((ofDocument) => ofDocument.at(-1) ?? []);
  const pricedRequests = newest.flatMap(({ amount, currency }) =>
    amount === undefined ? [] : { amount, currency },
  );
  const sums = [...Map.groupBy(pricedRequests, ({ currency }) => currency)].map(([currency, requests]) =>
    moneyWords(sumOf(requests.map(({ amount }) => amount)), currency, { language }),
  );
  if (sums.length === 0) return undefined;
  const count = render(text("mail.manyAsked", { count: askedDocuments.length }), language);
  return `${count}: ${sums.join(" · ")}`;
}

/** @param notifications - those of one document, the oldest first */
function entryOf(
  notifications: readonly SentNotification[],
  { language, shownFacts, consoleUrl }: MailOptions,
): MailEntry {
  const { refId, submitter, title, amount, currency, facts } = notifications.at(-1)!;
  const write = (of: Text) => render(of, language);
  const wordsOf = ({ message, text: eventText, isAsked }: SentNotification): string => {
    if (shownFacts === "NONE") return write(text(isAsked ? "mail.asked" : "mail.news"));
    return withoutLinks(eventText ? notificationWords(eventText, write) : message);
  };
  const url = `${consoleUrl}/inbox/${refId}`;
  const words = [...new Set(notifications.map(wordsOf))];
  if (shownFacts === "NONE") return { words, facts: [], url };
  const shownTitle = title === undefined ? undefined : withoutLinks(ownersWords(title, language));
  const submitterEntries =
    submitter === undefined
      ? []
      : [{ label: write(text("document.submittedBy")), value: withoutLinks(submitter) }];
  if (shownFacts === "TITLE") return { words, title: shownTitle, facts: submitterEntries, url };
  const shownAmount = amount === undefined ? undefined : moneyWords(amount, currency, { language });
  const factEntries = facts.map(({ label, value }) => ({
    label: withoutLinks(ownersWords(label, language)),
    value: withoutLinks(value),
  }));
  return { words, title: shownTitle, amount: shownAmount, facts: [...submitterEntries, ...factEntries], url };
}

function subjectOf(
  notifications: readonly SentNotification[],
  entries: readonly MailEntry[],
  { language, isDigest }: MailOptions,
): string {
  const [entry, ...otherEntries] = entries;
  if (isDigest) return render(text("mail.digest", { count: notifications.length }), language);
  if (entry !== undefined && otherEntries.length === 0) {
    const parts = [entry.words.at(-1), entry.title, entry.amount].filter((part) => part !== undefined);
    return parts.join(" · ").replaceAll(/\s+/gu, " ");
  }
  const askedDocuments = new Set(notifications.filter(({ isAsked }) => isAsked).map(({ refId }) => refId));
  const summary =
    askedDocuments.size > 0
      ? text("mail.manyAsked", { count: askedDocuments.size })
      : text("mail.manyNews", { count: entries.length });
  return render(summary, language);
}
