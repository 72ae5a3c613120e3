import { setupI18n } from "@lingui/core";
import { describe, expect, it } from "vitest";

import { messages as companyGerman } from "../messages/company-de.ts";
import { messages as companyEnglish } from "../messages/company-en.ts";
import type { Translate } from "../messages/i18n.ts";
import { type Rule, type RuleStage, newStage } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import {
  NO_TIME,
  type Span,
  type StageTime,
  type Unit,
  newEscalation,
  timeFaults,
  timeOf,
  timeToSend,
} from "./stage-time.ts";
import { timeTexts } from "./time-text.ts";

const translateIn = (locale: string, messages: Record<string, string>): Translate => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, values);
};
const en = translateIn("en", companyEnglish);
const de = translateIn("de", companyGerman);
const span = (amount: Span["amount"], unit: Unit = "businessDays"): Span => ({ amount, unit });
const time = (about: Partial<StageTime>): StageTime => ({ ...NO_TIME, ...about });

const stage = (about: Partial<RuleStage>): RuleStage => ({
  ...newStage({ by: "manager", levels: 1 }),
  ...about,
});

describe("the time of a stage", () => {
  it.each([
    ["nothing", {}],
    ["a due time", { dueIn: { businessDays: 2 } }],
    [
      "everything",
      {
        calendarId: "office",
        dueIn: { businessDays: 2 },
        remind: [{ businessHours: 1.5 }, { hours: 20 }],
        escalate: { after: { businessDays: 3 }, to: { userIds: ["ann", "bob"] }, mode: "REPLACE" },
        atEnd: "REJECT",
        endAfter: { hours: 200 },
      },
    ],
    [
      "levels of managers",
      { escalate: { after: { hours: 3 }, to: { manager: true }, mode: "STAND_IN", levels: 3 } },
    ],
    ["a group", { escalate: { after: { hours: 3 }, to: { groupId: "board" }, mode: "STAND_IN" } }],
  ] as const)("is sent as it was stored: %s [TIME-3]", (_, stored) => {
    expect(timeToSend(timeOf(stored, () => "–"))).toEqual(stored);
  });

  it("names people and groups as the directory does [TIME-3]", () => {
    const escalate = { after: { hours: 3 }, to: { userIds: ["ann"] }, mode: "REPLACE" };
    expect(timeOf({ escalate }, (kind, id) => `${kind} ${id}`).escalation?.to).toEqual({
      by: "people",
      people: [{ id: "ann", name: "person ann" }],
    });
  });

  it.each<[string, Partial<StageTime>, string[]]>([
    ["is sound without any", {}, []],
    ["needs numbers", { due: span("two"), reminders: [span(null)] }, ["dueIn SPAN", "remind.0 SPAN"]],
    ["needs whole days", { due: span(1.5), reminders: [span(1.5, "hours")] }, ["dueIn SPAN"]],
    ["needs more than nothing", { end: span(0, "hours") }, ["endAfter SPAN"]],
    [
      "needs somebody to ask",
      { escalation: { ...newEscalation(), to: { by: "people", people: [{ id: "", name: "" }] } } },
      ["escalate.after SPAN", "escalate.to ESCALATED_TO"],
    ],
    ["needs to know when it ends", { atEnd: "REJECT" }, ["endAfter END"]],
    ["ends when it is due", { atEnd: "REJECT", due: span(2) }, []],
  ])("%s [TIME-3]", (_, about, faults) => {
    expect(timeFaults(time(about)).map(([field, fault]) => `${field} ${fault}`)).toEqual(faults);
  });

  it("is said in English and German [TIME-3]", () => {
    const all = time({
      due: span(2),
      reminders: [span(1), span(2.5, "businessHours")],
      escalation: { ...newEscalation(), after: span(3), mode: "REPLACE" },
      atEnd: "REJECT",
      end: span(48, "hours"),
    });
    expect(timeTexts(en, "en", all)).toEqual([
      "due in 2 business days",
      "reminded after 1 business day and 2.5 business hours",
      "the manager asked instead after 3 business days",
      "rejected by time after 48 hours",
    ]);
    expect(timeTexts(de, "de", all)).toEqual([
      "fällig in 2 Arbeitstagen",
      "Erinnerung nach 1 Arbeitstag und 2,5 Arbeitsstunden",
      "die Führungskraft stattdessen gefragt nach 3 Arbeitstagen",
      "abgelehnt durch Zeitablauf nach 48 Stunden",
    ]);
    expect(timeTexts(en, "en", NO_TIME)).toEqual([]);
  });

  it("is in the sentence of its rule as far as the stage is due [TIME-3] [CON-17]", () => {
    const due = time({ due: span(2) });
    const rule: Rule = {
      kind: "PurchaseOrder",
      origin: "RULE",
      stages: [stage({ time: due }), stage({ time: due, when: "x" }), stage({ time: NO_TIME })],
    };
    expect(sentenceOf(en, "en", rule)).toBe(
      "Whenever a purchase order is submitted, ask the submitter’s manager (due in 2 business days), then the submitter’s manager (if it meets “x”) (due in 2 business days), then the submitter’s manager",
    );
  });
});
