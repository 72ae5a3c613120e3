import { describe, expect, it } from "vitest";

import { chatBody, type ChatMessage } from "./chat-message.ts";

const MESSAGE: ChatMessage = {
  words: "A document awaits approval",
  title: "PO-7 · <!channel> & [Open](https://evil.example)",
  rows: [
    { label: "Amount", value: "€4,817.35" },
    { label: "<@U1>", value: "see http://evil.example" },
  ],
  file: { words: "File: offer>.pdf", url: "https://files.example/7?a=1&b=x|y>z" },
  button: { words: "Open", url: "https://console.example/inbox/5eed" },
};
const BARE: ChatMessage = { words: MESSAGE.words, rows: [], button: MESSAGE.button };
const seen = (text: string) => text.replaceAll("\u2060", "");

describe("a message for Slack", () => {
  it("pages nobody, and leads only to its file and the console [WEB-3]", () => {
    const body = chatBody("slack", MESSAGE);
    expect(body).not.toMatch(/<[!@]|:\/\/evil|evil\.example/u);
    const title = "PO-7 · &lt;!channel&gt; &amp; [Open](https://evil.example)";
    expect(JSON.parse(seen(body))).toEqual({
      text: `A document awaits approval: ${title}`,
      blocks: [
        {
          type: "section",
          text: { type: "mrkdwn", text: `A document awaits approval\n*${title}*`, verbatim: true },
          fields: [
            { type: "mrkdwn", text: "Amount\n€4,817.35", verbatim: true },
            { type: "mrkdwn", text: "&lt;@U1&gt;\nsee http://evil.example", verbatim: true },
          ],
        },
        {
          type: "section",
          text: {
            type: "mrkdwn",
            text: "<https://files.example/7?a=1&amp;b=x%7Cy%3Ez|File: offer&gt;.pdf>",
            verbatim: true,
          },
        },
        {
          type: "actions",
          elements: [
            {
              type: "button",
              text: { type: "plain_text", text: "Open" },
              url: "https://console.example/inbox/5eed",
              style: "primary",
            },
          ],
        },
      ],
    });
  });

  it("has words and the button alone where nothing may be shown [WEB-3]", () => {
    const { text, blocks } = JSON.parse(chatBody("slack", BARE));
    expect(text).toBe("A document awaits approval");
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(["section", "actions"]);
    expect(blocks[0]).not.toHaveProperty("fields");
  });

  it("keeps within Slack's bounds, whatever facts and file are [WEB-3]", () => {
    const rows = Array.from({ length: 7 }, () => ({ label: "&".repeat(60), value: "&".repeat(500) }));
    const file = { words: "File: offer.pdf", url: `https://files.example/?${"&".repeat(1_970)}` };
    const { blocks } = JSON.parse(chatBody("slack", { ...MESSAGE, title: "<".repeat(403), rows, file }));
    expect(blocks[0].text.text.length).toBeLessThanOrEqual(3_000);
    expect(blocks[0].fields).toHaveLength(7);
    for (const { text } of blocks[0].fields) expect(text.length).toBeLessThanOrEqual(2_000);
    expect(blocks[1].text.text).toBe(file.words);
  });
});

describe("a card for Teams", () => {
  it("shows texts as they are, in runs without Markdown, and leads only to its file and the console [WEB-3]", () => {
    const card = JSON.parse(seen(chatBody("teams", MESSAGE)));
    const [{ contentType, content }] = card.attachments;
    expect([card.type, contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
    expect([content.type, content.version]).toEqual(["AdaptiveCard", "1.2"]);
    const paragraphs: { type: string; inlines: { type: string; text: string }[] }[] = content.body;
    expect(new Set(paragraphs.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
    expect(new Set(paragraphs.flatMap(({ inlines }) => inlines.map(({ type }) => type)))).toEqual(
      new Set(["TextRun"]),
    );
    expect(paragraphs.map(({ inlines }) => inlines.map(({ text }) => text).join(""))).toEqual([
      MESSAGE.words,
      MESSAGE.title,
      "Amount: €4,817.35",
      "<@U1>: see http://evil.example",
    ]);
    expect(content.actions).toEqual([
      { type: "Action.OpenUrl", title: "Open", url: MESSAGE.button.url },
      { type: "Action.OpenUrl", title: MESSAGE.file!.words, url: MESSAGE.file!.url },
    ]);
  });

  it("has words and the button alone where nothing may be shown [WEB-3]", () => {
    const { content } = JSON.parse(chatBody("teams", BARE)).attachments[0];
    expect(content.body).toHaveLength(1);
    expect(content.actions).toHaveLength(1);
  });
});
