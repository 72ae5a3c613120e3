import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type Text, text } from "@countersign/texts";

import type { DirectoryLoaders } from "./directory-loaders.ts";

/**
 * An action of people on a rule or a limit, with the names of then: kept in its audit record, and with the list of rules that
 * it made.
 */
export interface RecordedAction {
  code:
    | "published"
    | "added"
    | "switchedOn"
    | "switchedOff"
    | "moved"
    | "movedLast"
    | "ordered"
    | "deleted"
    | "terms"
    | "draftSaved"
    | "draftDiscarded"
    | "limitGiven"
    | "limitChanged"
    | "limitTaken";
  /** In hexadecimal; absent where several have moved. */
  ruleId?: Id;
  params?: Partial<Record<"rule" | "other" | "holder" | "upTo" | "currency", string | undefined>>;
}

/** The words about a rule that its action does not have. */
interface ActedRule {
  /** The version that it published. */
  version?: number | undefined;
  name?: string | Text | undefined;
}

/** An action in words (contract-4, HIST-3). */
export function actionWords(
  { code, params = {} }: RecordedAction,
  actorText: string | Text,
  { version = 0, name = "–" }: ActedRule = {},
): Text {
  const { rule = name, other = "–", holder = "–", upTo = "–", currency = "–" } = params;
  if (code === "limitGiven" || code === "limitChanged" || code === "limitTaken") {
    return text(`history.${code}`, { who: actorText, holder, upTo, currency });
  }
  if (code === "published") return text("history.published", { who: actorText, version, rule });
  if (code === "moved") return text("history.moved", { who: actorText, rule, other });
  if (code === "ordered") return text("history.ordered", { who: actorText });
  return text(`history.${code}`, { who: actorText, rule });
}

/** An action as it is stored. */
export const storedAction = (action: RecordedAction): RecordedAction => ({
  ...action,
  ...(action.params && { params: defined(action.params) }),
});

/** The person who made a change, in words; without one the platform. */
export async function actorWords(
  userId: Id | undefined,
  { user }: Pick<DirectoryLoaders, "user">,
): Promise<string | Text> {
  if (userId === undefined) return text("history.platform");
  return (await user.load(userId))?.name ?? userId;
}
