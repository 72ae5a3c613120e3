import { numberFormat } from "../design/formats.ts";
import { type Typed, formatNumber } from "../design/number-text.ts";
import { UNNAMED_STAGES, kindText, stageOfField, stageText as nameOfStage } from "../document/kind.ts";
import type { Translate } from "../messages/i18n.ts";
import { countOf, neededOf } from "./needed.ts";
import { dueText } from "./time-text.ts";
import { type Asked, type Rule, type RuleConditions, type RuleStage, SUBMITTER, sizeOf } from "./rule.ts";

/** A part of a sentence; the strong ones are what somebody chose. */
export interface Part {
  text: string;
  isStrong: boolean;
  /** The place of its fields, such as `stages.0`; absent where it has none. */
  place?: string;
}

/** Enclose the strong parts of a text, each with its place before it; no name and no message has them. */
const [BEGIN, TEXT, END] = ["\u0001", "\u0002", "\u0003"];
const strong = (text: string, place = "") => `${BEGIN}${place}${TEXT}${text}${END}`;
/** Everything in a marked sentence but its words. */
const MARKS = new RegExp(`${BEGIN}[^${TEXT}]*${TEXT}|${END}`, "gu");

/** A rule as somebody would say it (contract-3, CON-17), such as "When a purchase order has …, ask …, then …". */
export function sentenceOf(t: Translate, locale: string, rule: Rule): string {
  return markedSentence(t, locale, rule).replaceAll(MARKS, "");
}

/** The same in its parts, in their order. */
export function partsOf(t: Translate, locale: string, rule: Rule): Part[] {
  const parts = markedSentence(t, locale, rule).split(BEGIN);
  return parts
    .flatMap((part, index): Part[] => {
      if (index === 0) return [{ text: part, isStrong: false }];
      const [place = "", words = ""] = part.split(TEXT);
      const [text = "", rest = ""] = words.split(END);
      return [
        { text, isStrong: true, ...(place !== "" && { place }) },
        { text: rest, isStrong: false },
      ];
    })
    .filter(({ text }) => text !== "");
}

/** When a rule applies, in a few words, such as "total above EUR 10,000". */
export function conditionsText(
  t: Translate,
  locale: string,
  { origin, amount, discount, when }: Rule,
): string {
  if (origin === "DEFAULT") return t("rules.everythingElse");
  const limits = [
    amount && t("rules.short.amount", { amount: amountText(locale, amount.above, amount.currency) }),
    discount && t("rules.short.discount", { percent: percentText(locale, discount.above) }),
  ].filter((text) => text !== undefined);
  const eitherLimit = new Intl.ListFormat(locale, { type: "disjunction" }).format(limits);
  const condition = when === undefined ? [] : [whenText(t, when)];
  const all = [eitherLimit, ...condition].filter((text) => text !== "");
  if (all.length === 0) return t("rules.everyDocument");
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(all);
}

function markedSentence(t: Translate, locale: string, rule: Rule): string {
  const values = {
    kind: strong(kindWithArticle(t, rule.kind)),
    limits: limitsText(t, locale, rule),
    when: rule.when === undefined ? "" : whenText(t, rule.when, "when"),
    stages: stagesText(t, locale, rule.stages, true),
  };
  if (rule.origin === "WORKFLOW") return t("rules.sentence.named", values);
  if (rule.origin === "DEFAULT") return t("rules.sentence.otherwise", values);
  if (values.limits === "")
    return t(values.when === "" ? "rules.sentence.always" : "rules.sentence.when", values);
  return t(values.when === "" ? "rules.sentence.limits" : "rules.sentence.both", values);
}

const KINDS = [
  "Advance",
  "Claim",
  "JournalEntry",
  "Leave",
  "Loan",
  "PurchaseInvoice",
  "PurchaseOrder",
  "PurchaseRequisition",
  "SalesInvoice",
  "SalesOrder",
  "SalesQuotation",
] as const;

/** A document of a kind, such as "a purchase order". */
function kindWithArticle(t: Translate, kind: string): string {
  const knownKind = KINDS.find((candidate) => candidate === kind);
  return knownKind ? t(`rules.kind.${knownKind}`) : t("rules.kind.other", { kind: kindText(t, kind) });
}

/** The limits of a rule, such as "a total above EUR 10,000"; empty without any. */
function limitsText(t: Translate, locale: string, { amount, discount }: RuleConditions): string {
  const total = amount && strong(totalText(t, locale, amount), "amount");
  const percent =
    discount &&
    strong(t("rules.above.discount", { percent: percentText(locale, discount.above) }), "discount");
  if (total && percent) return t("rules.either", { total, percent });
  return total ?? percent ?? "";
}

function totalText(
  t: Translate,
  locale: string,
  { above, currency }: NonNullable<RuleConditions["amount"]>,
): string {
  const amount = amountText(locale, above, currency);
  return t(currency === null ? "rules.above.anyCurrency" : "rules.above.amount", { amount });
}

/** As many digits as there are; of a whole amount none behind the point. */
const DIGITS_MAX = 20;

/** A limit with the code of its currency, such as "EUR 10,000". */
function amountText(locale: string, amount: Typed, currency: string | null): string {
  if (typeof amount !== "number") return [currency, "…"].filter(Boolean).join(" ");
  if (currency === null) return formatNumber(locale, amount);
  return numberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    maximumFractionDigits: DIGITS_MAX,
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount);
}

function percentText(locale: string, percent: Typed): string {
  if (typeof percent !== "number") return "… %";
  const format = numberFormat(locale, { style: "unit", unit: "percent", maximumFractionDigits: DIGITS_MAX });
  return format.format(percent);
}

/** A condition of the engine's language. */
function whenText(t: Translate, when: string, place?: string): string {
  const text = when.trim() === "" ? "…" : when.trim();
  return t("rules.meets", { when: place === undefined ? text : strong(text, place) });
}

/** The stages of a rule one after the other; those with a condition of their own say it. */
export function stagesText(
  t: Translate,
  locale: string,
  stages: readonly RuleStage[],
  isStrong = false,
): string {
  if (stages.length === 0) return t("rules.nobodyYet");
  const texts = stages.map((stage, index) => {
    const mark = (text: string, field: string) =>
      isStrong ? strong(text, `stages.${index}.${field}`) : text;
    const stageWords = mark(stageText(t, locale, stage), "approvers");
    const timeWords =
      stage.when === ""
        ? stageWords
        : t("rules.stageWhen", {
            who: stageWords,
            when: whenText(t, stage.when, isStrong ? `stages.${index}.when` : undefined),
          });
    const due = stage.time && dueText(t, stage.time);
    return due === undefined ? timeWords : t("rules.stageDue", { said: timeWords, due: mark(due, "dueIn") });
  });
  return texts.join(t("rules.then"));
}

/** The people whom a stage asks, and how many of them have to approve, such as "2 of 3 Directors". */
export function stageText(t: Translate, locale: string, stage: RuleStage): string {
  const [first, ...otherApprovers] = stage.approvers;
  if (first === undefined) return t("rules.nobodyYet");
  const neededRule = neededOf(stage);
  const size = sizeOf(stage);
  const count = countOf(stage, size);
  const values = {
    size,
    count: count ?? stage.quorum ?? 0,
    percent: percentText(locale, stage.quorum),
    known: size === undefined ? "no" : "yes",
  };
  if (otherApprovers.length === 0) {
    const { asked } = first;
    return asked.by === "group"
      ? t(`rules.of.${neededRule}`, { ...values, name: asked.name })
      : askedText(t, asked);
  }
  const names = stage.approvers.map(({ asked }) => askedText(t, asked));
  const listNames = (type: "conjunction" | "disjunction") =>
    new Intl.ListFormat(locale, { type }).format(names);
  if (neededRule === "ONE") return listNames("disjunction");
  if (neededRule === "ALL") return listNames("conjunction");
  return t(`rules.among.${neededRule}`, { ...values, names: listNames("conjunction") });
}

/** Somebody whom a stage asks, in the middle of a sentence. */
export function askedText(t: Translate, approver: Asked): string {
  switch (approver.by) {
    case "manager":
      return approver.levels === "limit"
        ? t("rules.asked.limit")
        : t("rules.asked.manager", { levels: approver.levels });
    case "head":
      return approver.of === SUBMITTER
        ? t("rules.asked.head")
        : t("rules.asked.headOf", { field: approver.of || "…" });
    case "field":
      return t("rules.asked.field", { field: approver.key || "…" });
    case "previous":
      return t("rules.asked.previous");
    case "group":
      return t("rules.asked.group", { name: approver.name || "…" });
    case "person":
      return approver.name || "…";
    case "role":
      return t(`rules.asked.${approver.role}`);
    default:
      return approver satisfies never;
  }
}

type NamedStage = Pick<RuleStage, "name" | "approvers">;

/** The name of a stage as it is stored; one that nobody has named: after the first of those whom it asks. */
export function storedStageName({ name, approvers }: NamedStage): string {
  const firstApprover = approvers[0]?.asked;
  if (name.trim() !== "" || firstApprover === undefined) return name.trim();
  switch (firstApprover.by) {
    case "group":
    case "person":
      return firstApprover.name;
    case "field":
      return stageOfField(firstApprover.key);
    case "role":
      return firstApprover.role;
    default:
      return UNNAMED_STAGES[firstApprover.by];
  }
}

/** The name of a stage in the reader's language. */
export const stageName = (t: Translate, stage: NamedStage): string => nameOfStage(t, storedStageName(stage));
