import { notificationWords } from "@countersign/domain/approval";
import type { MailFacts } from "../approval-settings/index.ts";
import { type Language, render, type Text, text } from "@countersign/texts";

import { moneyWords } from "./fact-words.ts";
import { type MailEntry, mailPage, mailText } from "./mail-page.ts";

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
  const parts = {
    language: options.language,
    subject,
    entries,
    open: write(text("mail.open")),
    why: write(text("mail.why")),
    preferences: { words: write(text("mail.preferences")), url: `${options.consoleUrl}/preferences` },
  };
  return { subject: subject.slice(0, SUBJECT_MAX), text: mailText(parts), html: mailPage(parts) };
}

function entryOf(
  { refId, message, text: said, isAsked, title, amount, currency, facts }: MailedNotification,
  { language, mailFacts, consoleUrl }: MailOptions,
): MailEntry {
  const write = (of: Text) => render(of, language);
  const url = `${consoleUrl}/inbox/${refId}`;
  if (mailFacts === "NONE") {
    return { words: write(text(isAsked ? "mail.asked" : "mail.news")), facts: [], url };
  }
  const words = said ? notificationWords(said, write) : message;
  if (mailFacts === "TITLE") return { words, title, facts: [], url };
  const shownAmount = amount === undefined ? undefined : moneyWords(amount, currency, { language });
  return { words, title, amount: shownAmount, facts, url };
}

function subjectOf(
  notifications: readonly MailedNotification[],
  entries: readonly MailEntry[],
  { language, isDigest }: MailOptions,
): string {
  const [only] = entries;
  if (isDigest) return render(text("mail.digest", { count: entries.length }), language);
  if (entries.length === 1 && only !== undefined) return only.words.replaceAll(/\s+/gu, " ");
  const asked = notifications.filter(({ isAsked }) => isAsked).length;
  return render(text("mail.manyAsked", { count: asked }), language);
}
