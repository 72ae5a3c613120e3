import { shortenText } from "@countersign/domain/text";

import { withoutLinks } from "../shared/unlinked.ts";
import type { ChatTarget } from "./webhooks-config.ts";

/** A message for a chat, in its language. */
export interface ChatMessage {
  /** The news, such as that a document awaits approval. */
  words: string;
  title?: string | undefined;
  rows: readonly { label: string; value: string }[];
  file?: ChatLink | undefined;
  /** Opens the console: nothing is decided in chat. */
  button: ChatLink;
}

interface ChatLink {
  words: string;
  url: string;
}

/** Longest value of a row, in UTF-16 units: with Slack's escapes a field has 2,000 at most. */
const VALUE_MAX = 300;
/** Longest text of a section of Slack, which refuses a message with a longer one, in UTF-16 units. */
const SECTION_MAX = 3_000;

/** The body of the POST that shows a message in a chat (contract-3, WEB-3). */
export function chatBody(format: ChatTarget["format"], message: ChatMessage): string {
  const shownMessage = {
    ...message,
    words: withoutLinks(message.words),
    title: message.title === undefined ? undefined : withoutLinks(message.title),
    rows: message.rows.map(({ label, value }) => ({
      label: withoutLinks(label),
      value: withoutLinks(shortenText(value, VALUE_MAX)),
    })),
  };
  return JSON.stringify(format === "slack" ? slackMessage(shownMessage) : teamsMessage(shownMessage));
}

/** Blocks of Slack. Escaped, and without automatic links, no text of a document pages anybody or leads anywhere. */
function slackMessage({ words, title, rows, file, button }: ChatMessage) {
  const [escapedWords, ...escapedTitle] = [words, title ?? []].flat().map(escapeForSlack);
  const fields = rows.map(({ label, value }) =>
    markdown(`${escapeForSlack(label)}\n${escapeForSlack(value)}`),
  );
  return {
    // Shown in notifications of the message.
    text: [escapedWords, ...escapedTitle].join(": "),
    blocks: [
      {
        type: "section",
        text: markdown([escapedWords, ...escapedTitle.map((text) => `*${text}*`)].join("\n")),
        ...(fields.length > 0 && { fields }),
      },
      ...(file === undefined ? [] : [{ type: "section", text: markdown(linkForSlack(file)) }]),
      {
        type: "actions",
        elements: [
          {
            type: "button",
            text: { type: "plain_text", text: button.words },
            url: button.url,
            style: "primary",
          },
        ],
      },
    ],
  };
}

const markdown = (text: string) => ({ type: "mrkdwn", text, verbatim: true });

const escapeForSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A link; the words alone where Slack would not take it. */
function linkForSlack({ words, url }: ChatLink): string {
  const escapedUrl = escapeForSlack(url.replaceAll("|", "%7C").replaceAll(">", "%3E"));
  const link = `<${escapedUrl}|${escapeForSlack(words)}>`;
  return link.length <= SECTION_MAX ? link : escapeForSlack(words);
}

/** An Adaptive Card of Teams. Its texts are text runs, in which Markdown is nothing special. */
function teamsMessage({ words, title, rows, file, button }: ChatMessage) {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.2",
    body: [
      paragraph(run(words)),
      ...(title === undefined ? [] : [paragraph(run(title, { size: "Large", weight: "Bolder" }))]),
      ...rows.map(({ label, value }) => paragraph(run(`${label}: `, { isSubtle: true }), run(value))),
    ],
    actions: [open(button), ...(file === undefined ? [] : [open(file)])],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }],
  };
}

const paragraph = (...inlines: object[]) => ({ type: "RichTextBlock", inlines });

const run = (text: string, fields: object = {}) => ({ type: "TextRun", text, ...fields });

const open = ({ words: title, url }: ChatLink) => ({ type: "Action.OpenUrl", title, url });
