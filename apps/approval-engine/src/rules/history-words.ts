import type { Id } from "@countersign/domain/approval";
import { moneyFormat } from "@countersign/domain/money";
import type { VersionDifference } from "@countersign/domain/routing";
import { type Language, type Text, type TextCode, text } from "@countersign/texts";

import type { GroupLoaders } from "../groups/index.ts";
import type { ChangeNote } from "../shared/change-note.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { type RecordedAction, actionWords, actorWords } from "../shared/recorded-action.ts";
import { stageWords } from "../shared/stage-words.ts";

/** A difference of two versions of a rule, with the name of the stage that it is about. */
export interface RuleDifference extends VersionDifference {
  stageName?: string | undefined;
}

/** A change of a rule, or of its place among the others. */
export interface RuleChange {
  at: Date;
  /** Absent where the platform made it. */
  by?: Id | undefined;
  /** Absent of a move, a switch and a change of terms. */
  version?: number | undefined;
  /** The rule's name then; of an HR policy its kind. */
  name: string | Text;
  action: RecordedAction;
  differences: RuleDifference[];
  changeNote?: ChangeNote | undefined;
}

/** The names of the people and groups that a difference is about. */
export type NameLoaders = Pick<DirectoryLoaders, "user"> & GroupLoaders;

const amountWords = (amount: string, language: Language): string =>
  new Intl.NumberFormat(language, moneyFormat(amount)).format(amount as `${number}`);

const AMOUNTS: ReadonlySet<string> = new Set(["amountAbove", "discountAbove"]);

interface Named {
  key: string;
  name: string;
}

/** A change of a rule in words, with the names of then. */
export async function changeWords(
  { by, version, name, action }: RuleChange,
  loaders: NameLoaders,
): Promise<Text> {
  return actionWords(action, await actorWords(by, loaders), { version, name });
}

/** Differences with the names that their stages have in either version, the later one first. */
export function withStageNames(
  differences: readonly VersionDifference[],
  before: readonly Named[],
  after: readonly Named[],
): RuleDifference[] {
  const names = new Map([...before, ...after].map(({ key, name }) => [key, name]));
  return differences.map((difference) => {
    const [, key = ""] = /^stages\.([^.]+)/u.exec(difference.path) ?? [];
    return { ...difference, stageName: names.get(key) };
  });
}

const FIELDS = [
  "name",
  "order",
  "enabled",
  "amountAbove",
  "currency",
  "discountAbove",
  "when",
  "approveBy",
  "quorum",
  "rejectBy",
  "bulk",
  "approvers",
  "sources",
  "role",
  "calendarId",
  "dueIn",
  "remind",
  "escalate",
  "atEnd",
  "endAfter",
] as const;

const VALUES = ["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP", "VETO", "UNREACHABLE"] as const;
const UNITS = ["businessDays", "businessHours", "hours"] as const;

/** A difference in words (contract-4, HIST-3). */
export async function differenceWords(
  { path, before, after, stageName = "–" }: RuleDifference,
  { language, loaders }: { language: Language; loaders: NameLoaders },
): Promise<Text> {
  const [first = "", key = "", field] = path.split(".");
  if (first === "stages" && field === undefined) {
    const stage = stageWords(stageName);
    if (after === null) return text("difference.stageGone", { stage });
    const { approvers = [], sources = [] } = after as { approvers?: unknown[]; sources?: unknown[] };
    const approverWords = await valueWords([...approvers, ...sources], loaders);
    return text("difference.stageCame", { stage, who: approverWords });
  }
  const subjectWords = whatWords(first, { key, field, stageName });
  const wordsOf = async (value: unknown) =>
    AMOUNTS.has(path) && !isNothing(value)
      ? amountWords(String(value), language)
      : valueWords(value, loaders);
  const [wordsBefore, wordsAfter] = [await wordsOf(before), await wordsOf(after)];
  if (isNothing(before)) return text("difference.came", { what: subjectWords, after: wordsAfter });
  if (isNothing(after)) return text("difference.gone", { what: subjectWords, before: wordsBefore });
  return text("difference.changed", { what: subjectWords, before: wordsBefore, after: wordsAfter });
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

function whatWords(
  first: string,
  { key, field, stageName }: { key: string; field: string | undefined; stageName: string },
): string | Text {
  if (first === "facts") return text("difference.fact", { key });
  if (first !== "stages") return fieldWords(first);
  return text("difference.ofStage", { stage: stageWords(stageName), what: fieldWords(field ?? "") });
}

function fieldWords(field: string): string | Text {
  const knownField = FIELDS.find((candidate) => candidate === field);
  return knownField === undefined ? field : text(`difference.of.${knownField}`);
}

type Words = string | Text | (string | Text)[];

async function valueWords(value: unknown, loaders: NameLoaders): Promise<Words> {
  if (isNothing(value)) return text("difference.nothing");
  if (typeof value === "boolean") return text(value ? "difference.yes" : "difference.no");
  if (Array.isArray(value)) return Promise.all(value.map((item) => itemWords(item, loaders)));
  return itemWords(value, loaders);
}

/** The words of an approver, source or duration, or of a plain value. */
async function itemWords(item: unknown, loaders: NameLoaders): Promise<string | Text> {
  if (typeof item !== "object" || item === null) {
    const knownValue = VALUES.find((candidate) => candidate === item);
    return knownValue === undefined ? String(item) : text(`difference.${knownValue}` satisfies TextCode);
  }
  const { approverId, source } = item as { approverId?: Id; source?: Source };
  if (approverId !== undefined) return (await loaders.user.load(approverId))?.name ?? approverId;
  if (source !== undefined) return sourceWords(source, loaders);
  const unit = UNITS.find((candidate) => candidate in item);
  if (unit === undefined) return JSON.stringify(item);
  return text(`difference.${unit}`, { count: (item as Record<string, number>)[unit] ?? 0 });
}

interface Source {
  groupId?: Id;
  submitterManager?: { untilLimit?: boolean };
  departmentHead?: object;
  fact?: string;
}

async function sourceWords(
  { groupId, submitterManager, departmentHead, fact }: Source,
  loaders: NameLoaders,
): Promise<Text> {
  if (groupId !== undefined) {
    const group = await loaders.userGroup.load(groupId);
    return text("difference.group", { name: group?.name ?? groupId });
  }
  if (submitterManager !== undefined) {
    return text(
      submitterManager.untilLimit === true ? "difference.managersUntilLimit" : "difference.manager",
    );
  }
  if (departmentHead !== undefined) return text("difference.head");
  return fact === undefined ? text("difference.previous") : text("difference.factPerson", { key: fact });
}
