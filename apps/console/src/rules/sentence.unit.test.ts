import { setupI18n } from "@lingui/core";
import { describe, expect, it } from "vitest";

import { messages as companyGerman } from "../messages/company-de.ts";
import { messages as companyEnglish } from "../messages/company-en.ts";
import { messages as german } from "../messages/de.ts";
import { messages as english } from "../messages/en.ts";
import type { Translate } from "../messages/i18n.ts";
import { ruleOf } from "./needed.ts";
import { type Asked, type Rule, type RuleStage, newStage } from "./rule.ts";
import { partsOf, sentenceOf, stageName, storedStageName } from "./sentence.ts";
import { NO_TIME } from "./stage-time.ts";

const translateIn = (locale: string, messages: Record<string, string>): Translate => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return (id, values) => i18n._(id, values);
};
const en = translateIn("en", { ...english, ...companyEnglish });
const de = translateIn("de", { ...german, ...companyGerman });

const manager: Asked = { by: "manager", levels: 1 };
const group = (name: string, members?: number): Asked => ({ by: "group", id: name, name, members });
const person = (name: string): Asked => ({ by: "person", id: name, name });
const stage = (asked: Asked | Asked[], change: Partial<RuleStage> = {}): RuleStage => ({
  ...newStage(manager),
  approvers: [asked].flat().map((one) => ({ asked: one, labels: [] })),
  ...change,
});
const rule = (about: Partial<Rule>): Rule => ({
  kind: "PurchaseOrder",
  origin: "RULE",
  stages: [],
  ...about,
});
const plain = (text: string) => text.replaceAll("\u00A0", " ");
const saidIn = (of: Rule) => [plain(sentenceOf(en, "en", of)), plain(sentenceOf(de, "de", of))];

const LARGE = { amount: { above: 10_000, currency: "EUR" } };

describe("a rule in a sentence", () => {
  it("is as somebody would say it [CON-17]", () => {
    const of = rule({ ...LARGE, stages: [stage(manager), stage(group("directors", 3), ruleOf("COUNT 2"))] });
    expect(saidIn(of)).toEqual([
      "When a purchase order has a total above EUR 10,000, ask the submitter’s manager, then 2 of 3 directors",
      "Wenn eine Bestellung eine Summe über 10.000 EUR hat: die Führungskraft des Antragstellers, dann 2 von 3 aus „directors“ fragen",
    ]);
  });

  it.each<[string, Partial<Rule>, string, string]>([
    [
      "without a condition",
      { stages: [stage(manager)] },
      "Whenever a purchase order is submitted, ask the submitter’s manager",
      "Wenn eine Bestellung eingereicht wird: die Führungskraft des Antragstellers fragen",
    ],
    [
      "of the default workflow",
      { origin: "DEFAULT", kind: "SalesOrder", stages: [stage(person("Helen Ortiz"))] },
      "When a sales order matches no other rule, ask Helen Ortiz",
      "Wenn ein Auftrag unter keine andere Regel fällt: Helen Ortiz fragen",
    ],
    [
      "of human resources",
      {
        origin: "HR",
        kind: "Leave",
        stages: [stage({ by: "role", role: "MANAGER" }), stage({ by: "role", role: "HR" })],
      },
      "Whenever a leave request is submitted, ask the employee’s manager, then the employee’s HR officer",
      "Wenn ein Urlaubsantrag eingereicht wird: die Führungskraft, dann die zuständige Person der Personalabteilung fragen",
    ],
    [
      "of a threshold, either limit of which is enough",
      { amount: { above: 12.5, currency: null }, discount: { above: 15 }, stages: [stage(manager)] },
      "When a purchase order has a total above 12.5 in any currency or a discount above 15%, ask the submitter’s manager",
      "Wenn eine Bestellung eine Summe über 12,5 in jeder Währung oder einen Rabatt über 15 % hat: die Führungskraft des Antragstellers fragen",
    ],
    [
      "with a condition of the engine’s language",
      { when: " document.facts.rush ", stages: [stage(manager)] },
      "When a purchase order meets “document.facts.rush”, ask the submitter’s manager",
      "Wenn eine Bestellung „document.facts.rush“ erfüllt: die Führungskraft des Antragstellers fragen",
    ],
    [
      "with both, of a kind that a deployment added",
      { ...LARGE, kind: "NdaReview", when: "true", stages: [stage(manager)] },
      "When a document of the kind “Nda review” has a total above EUR 10,000 and meets “true”, ask the submitter’s manager",
      "Wenn ein Dokument der Art „Nda review“ eine Summe über 10.000 EUR hat und „true“ erfüllt: die Führungskraft des Antragstellers fragen",
    ],
    [
      "that is being written",
      { amount: { above: null, currency: "EUR" } },
      "When a purchase order has a total above EUR …, ask nobody yet",
      "Wenn eine Bestellung eine Summe über EUR … hat: noch niemanden fragen",
    ],
    [
      "with a stage that has a condition",
      { stages: [stage(manager), stage(group("Board"), { when: "document.amount > 5.0" })] },
      "Whenever a purchase order is submitted, ask the submitter’s manager, then one of Board (if it meets “document.amount > 5.0”)",
      "Wenn eine Bestellung eingereicht wird: die Führungskraft des Antragstellers, dann eine Person aus „Board“ (sofern es „document.amount > 5.0“ erfüllt) fragen",
    ],
  ])("%s [CON-17]", (_what, about, inEnglish, inGerman) => {
    expect(saidIn(rule(about))).toEqual([inEnglish, inGerman]);
  });

  it("has what was chosen as strong parts [CON-17]", () => {
    const of = rule({ ...LARGE, stages: [stage(manager), stage(person("Ann"))] });
    const parts = partsOf(en, "en", of).map(({ text, isStrong }) => (isStrong ? `*${plain(text)}*` : text));
    expect(parts.join("")).toBe(
      "When *a purchase order* has *a total above EUR 10,000*, ask *the submitter’s manager*, then *Ann*",
    );
    expect(parts.every((part) => part.length > 0)).toBe(true);
  });

  it("says of its strong parts where their fields are [CON-17]", () => {
    const due = { ...NO_TIME, due: { amount: 2, unit: "hours" as const } };
    const of = rule({ ...LARGE, stages: [stage(manager, { when: "x", time: due })] });
    const places = partsOf(en, "en", of).flatMap(({ isStrong, place }) => (isStrong ? [place] : []));
    expect(places).toEqual([undefined, "amount", "stages.0.approvers", "stages.0.when", "stages.0.dueIn"]);
  });
});

/** The words for a stage, in both languages. */
const stageSaid = (of: RuleStage) =>
  [en, de].map((t, index) => {
    const sentence = sentenceOf(t, index === 0 ? "en" : "de", rule({ stages: [of] }));
    return plain(sentence).replace(/^.*ask |^.*: | fragen$/gu, "");
  });

describe("a stage in a sentence", () => {
  const directors = group("Directors", 3);
  const people = [person("Ann"), person("Bob"), person("Cid")];
  it.each<[string, RuleStage, string, string]>([
    ["one of a group", stage(directors), "one of 3 Directors", "eine von 3 Personen aus „Directors“"],
    ["all of a group", stage(directors, ruleOf("ALL")), "all 3 Directors", "alle 3 aus „Directors“"],
    [
      "a majority of a group",
      stage(directors, ruleOf("MAJORITY")),
      "2 of 3 Directors (a majority)",
      "2 von 3 aus „Directors“ (Mehrheit)",
    ],
    [
      "a majority of a group whose size is not known",
      stage(group("Board"), ruleOf("MAJORITY")),
      "a majority of Board",
      "die Mehrheit aus „Board“",
    ],
    [
      "a share of a group",
      stage(directors, { approveBy: "PERCENT", quorum: 75 }),
      "3 of 3 Directors (75%)",
      "3 von 3 aus „Directors“ (75 %)",
    ],
    [
      "some of each label",
      stage(directors, { approveBy: "PER_GROUP", quorum: 1 }),
      "1 of each label among Directors",
      "1 je Bezeichnung aus „Directors“",
    ],
    ["any of some people", stage(people), "Ann, Bob, or Cid", "Ann, Bob oder Cid"],
    ["all of some people", stage(people, ruleOf("ALL")), "Ann, Bob, and Cid", "Ann, Bob und Cid"],
    [
      "a number of people",
      stage(people, ruleOf("COUNT 2")),
      "2 of Ann, Bob, and Cid",
      "2 von Ann, Bob und Cid",
    ],
    [
      "a manager or a group",
      stage([{ by: "manager", levels: 2 }, directors]),
      "the manager of the submitter’s manager or the group Directors",
      "die Führungskraft der Führungskraft des Antragstellers oder die Gruppe „Directors“",
    ],
    [
      "managers far up",
      stage({ by: "manager", levels: 4 }),
      "the submitter’s manager 4 levels up",
      "die Führungskraft 4 Ebenen über dem Antragsteller",
    ],
    [
      "the manager with a limit",
      stage({ by: "manager", levels: "limit" }),
      "the first of the submitter’s managers who may approve the amount",
      "die erste Führungskraft, die den Betrag genehmigen darf",
    ],
    [
      "a head of department",
      stage({ by: "head", of: "costCentre" }),
      "the head of the department in the field “costCentre”",
      "die Leitung der Abteilung im Feld „costCentre“",
    ],
    [
      "a person in a field",
      stage({ by: "field", key: "buyer" }),
      "the person in the field “buyer”",
      "die Person im Feld „buyer“",
    ],
  ])("asks %s [CON-17]", (_what, of, inEnglish, inGerman) => {
    expect(stageSaid(of)).toEqual([inEnglish, inGerman]);
  });

  it("is named after those whom it asks, unless it has a name [CON-17]", () => {
    expect(stageName(en, stage(manager))).toBe("Submitter’s manager");
    expect(stageName(de, stage(manager))).toBe("Führungskraft des Antragstellers");
    expect(storedStageName(stage(manager))).toBe("Submitter’s manager");
    expect(stageName(de, stage(directors))).toBe("Directors");
    expect(stageName(en, stage({ by: "field", key: "buyer" }))).toBe("Person in “buyer”");
    expect(stageName(en, stage(manager, { name: " Budget " }))).toBe("Budget");
  });
});
