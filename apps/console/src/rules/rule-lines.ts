import type { Translate } from "../messages/i18n.ts";
import type { Rule, RuleStage } from "./rule.ts";
import { conditionsText, stageName, stageText } from "./sentence.ts";
import { timeTexts } from "./time-text.ts";

/** A line of a rule: what it is about, and what it says. */
export interface RuleLine {
  /** The same in both rules that are compared. */
  key: string;
  about: string;
  text: string;
}

/** A line of two rules; one of the texts is absent where only the other rule has it. */
export interface ComparedLine {
  key: string;
  about: string;
  before: string | undefined;
  after: string | undefined;
}

/** A rule line by line: its name, when it applies, and each of its stages. */
export function linesOf(t: Translate, locale: string, rule: Rule): RuleLine[] {
  const { name, origin } = rule;
  return [
    ...(name === undefined ? [] : [{ key: "name", about: t("workflows.name"), text: name }]),
    ...(origin === "WORKFLOW"
      ? []
      : [{ key: "when", about: t("rules.when"), text: conditionsText(t, locale, rule) }]),
    ...rule.stages.map((stage, index) => ({
      key: stage.key ?? `new ${index}`,
      about: t("rules.stage.numbered", { number: index + 1, name: stageName(t, stage) }),
      text: stageLine(t, locale, stage),
    })),
  ];
}

function stageLine(t: Translate, locale: string, stage: RuleStage): string {
  return [
    stageText(t, locale, stage),
    stage.when === "" ? undefined : t("rules.onlyIf", { when: stage.when }),
    stage.rejectBy === "VETO" ? undefined : t("rules.rejectionCounts"),
    stage.bulk ? undefined : t("rules.oneByOne"),
    ...(stage.time ? timeTexts(t, locale, stage.time) : []),
  ]
    .filter((text) => text !== undefined)
    .join(" · ");
}

/** Two rules line by line, in the order of the second; lines that only the first has come last. */
export function comparedLines(before: readonly RuleLine[], after: readonly RuleLine[]): ComparedLine[] {
  const old = new Map(before.map((line) => [line.key, line]));
  const keptKeys = new Set(after.map(({ key }) => key));
  return [
    ...after.map(({ key, about, text }) => ({ key, about, before: old.get(key)?.text, after: text })),
    ...before
      .filter(({ key }) => !keptKeys.has(key))
      .map(({ key, about, text }) => ({ key, about, before: text, after: undefined })),
  ];
}
