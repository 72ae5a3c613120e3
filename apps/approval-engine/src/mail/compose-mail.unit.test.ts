import { describe, expect, it } from "vitest";

import { composeMail } from "./compose-mail.ts";

const OPTIONS = {
  language: "en",
  shownFacts: "TITLE",
  consoleUrl: "https://approvals.example",
  isDigest: false,
} as const;

const subjectOf = (message: string): string =>
  composeMail([{ refId: "1", message, isAsked: true, facts: [] }], OPTIONS).subject;

describe("the subject of a mail", () => {
  it.each([
    ["a flag", "\u{1F1F8}\u{1F1EA}"],
    ["a family", "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}"],
    ["a letter with its mark", "e\u0301"],
    ["a syllable", "क्षि"],
  ])("never ends in a part of %s [TIME-5]", (_what, letter) => {
    for (let before = 0; before < letter.length + 1; before += 1) {
      const subject = subjectOf("x".repeat(130 + before) + letter.repeat(20));
      expect(subject.length).toBeLessThanOrEqual(150);
      expect(subject).toMatch(new RegExp(`^x+(?:${letter})+…$`, "u"));
    }
  });

  it("is whole where there is room for it [TIME-5]", () => {
    expect(subjectOf("x".repeat(150))).toBe("x".repeat(150));
    expect(subjectOf("x".repeat(151))).toBe(`${"x".repeat(149)}…`);
  });
});

describe("the subject of a mail about documents", () => {
  const approvalNews = { refId: "1", message: "PO-1 approved", isAsked: false, facts: [] };
  const desks = { ...approvalNews, title: "Desks\nfor all", amount: "99", currency: "EUR" };
  const subjectWith = (shownFacts: "NONE" | "TITLE" | "ALL", ...notifications: (typeof approvalNews)[]) =>
    composeMail(notifications, { ...OPTIONS, shownFacts }).subject;

  it("has the title and the amount of a single one as the company allows [CON-23]", () => {
    expect(subjectWith("ALL", desks)).toBe("PO-1 approved · Desks for all · €99.00");
    expect(subjectWith("TITLE", desks)).toBe("PO-1 approved · Desks for all");
    expect(subjectWith("NONE", desks)).toBe("There is news of a document");
  });

  it("says the newest of several things about one, and counts several documents, not messages [CON-23]", () => {
    expect(subjectWith("TITLE", approvalNews, { ...approvalNews, message: "PO-1 completed" })).toBe(
      "PO-1 completed",
    );
    const other = { ...approvalNews, refId: "2", message: "PO-2 rejected" };
    expect(subjectWith("TITLE", approvalNews, other)).toBe("There is news of 2 documents");
    const askedDocument = { ...other, refId: "3", message: "PO-3 awaits you", isAsked: true };
    const reminded = { ...askedDocument, message: "Reminder: PO-3" };
    expect(subjectWith("TITLE", approvalNews, askedDocument, reminded)).toBe(
      "1 document awaits your approval",
    );
  });
});

const requestOf = (refId: string, amount: string, currency: string) => ({
  refId,
  message: `PO-${refId} awaits you`,
  isAsked: true,
  title: `Order ${refId}`,
  amount,
  currency,
  facts: [],
});

describe("a mail with several requests", () => {
  const requests = [
    { refId: "0", message: "PO-0 was rejected", isAsked: false, title: "Order 0", facts: [] },
    requestOf("1", "1000.10", "EUR"),
    requestOf("2", "99", "USD"),
    requestOf("3", "0.90", "EUR"),
  ];
  const linesWith = (shownFacts: "TITLE" | "ALL", language: "en" | "de" = "en") =>
    composeMail(requests, { ...OPTIONS, shownFacts, language }).text.split("\n");

  it("shows them before news, below their sum in each currency [MEET-13] [CON-23]", () => {
    const lines = linesWith("ALL");
    expect(lines[0]).toBe("3 documents await your approval: €1,001.00 · $99.00");
    expect(lines.filter((line) => line.startsWith("Order"))).toEqual(
      [1, 2, 3, 0].map((number) => `Order ${number}`),
    );
    expect(linesWith("ALL", "de")[0]).toMatch(
      /^3 Dokumente warten auf Ihre Genehmigung: 1\.001,00\s€ · 99,00\s\$$/u,
    );
  });

  it("says no sum where the company shows no amounts in mails [CON-23]", () => {
    expect(linesWith("TITLE").join()).not.toMatch(/[€$]|1,?001/u);
  });
});

const news = (refId: string, message: string) => ({
  refId,
  message,
  isAsked: false,
  title: "Desks",
  facts: [],
});
const digest = (...notifications: ReturnType<typeof news>[]) =>
  composeMail(notifications, { ...OPTIONS, isDigest: true });

describe("a mail with several notifications", () => {
  it("lists a document once, with everything that happened, and counts the messages [MEET-13] [TIME-5]", () => {
    const { subject, text, html } = digest(
      news("1", "PO-1 approved — Manager"),
      news("2", "PO-2 rejected"),
      news("1", "PO-1 completed"),
    );
    expect(subject).toBe("3 messages since your last digest");
    const links = text.split("\n").filter((line) => line.includes("/inbox/"));
    expect(links.map((line) => line.split("/").at(-1))).toEqual(["1", "2"]);
    expect(text).toContain("PO-1 approved — Manager\nPO-1 completed\nDesks\n");
    expect(html.split('class="entry"')).toHaveLength(3);
  });
});
