import { useState } from "react";

import { moveEntry } from "../company/moved.ts";
import { OrderRulesDocument } from "../graphql/generated/documents.ts";
import type { Refusal } from "../graphql/refusal.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import type { ChangeSheet } from "./use-change-sheet.ts";
import type { StoredRule } from "./stored-rule.ts";

/** Another order of a kind's rules, in which one of them has changed places with its neighbour. */
export interface RuleMove {
  kind: string;
  /** The one of the two that is asked first from then on. */
  first: StoredRule;
  second: StoredRule;
  /** The ids of all rules in their order. */
  before: readonly string[];
  after: readonly string[];
  /** Place of the moved rule, from 0. */
  to: number;
}

/** The move of a rule by one place. @param rules - those that have a place, in their order */
export function moveOf(rules: readonly StoredRule[], from: number, to: number): RuleMove {
  const movedRules = moveEntry(rules, from, to);
  const place = Math.min(from, to);
  const first = movedRules[place]!;
  return {
    kind: first.kind,
    first,
    second: movedRules[place + 1]!,
    before: idsOf(rules),
    after: idsOf(movedRules),
    to,
  };
}

const idsOf = (rules: readonly StoredRule[]) => rules.map(({ id }) => id);

/** The way to put the rules of a kind in another order. */
export interface MoveRule {
  /** Puts the rules in an order. @returns whether they are in it now */
  putOrder: (
    move: Pick<RuleMove, "kind" | "before" | "after">,
    changeNote?: ChangeSheet["changeNote"],
  ) => Promise<boolean>;
  refusal: Refusal | undefined;
  isBusy: boolean;
  /** Forgets why the last attempt was refused. */
  clear: () => void;
}

/**
 * Changes in which order the rules of a kind are asked; an order that somebody else has changed meanwhile is refused.
 *
 * @param reload - reads the rules again
 */
export function useMoveRule(reload: () => Promise<unknown>): MoveRule {
  const command = useKeyedCommand(OrderRulesDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const putOrder: MoveRule["putOrder"] = async ({ kind, before, after }, changeNote) => {
    setIsBusy(true);
    const order = { kind, order: [...after], expectedOrder: [...before] };
    const { refusal: moveRefusal } = await command.send(order, { changeNote: changeNote ?? null });
    await reload();
    setRefusal(moveRefusal);
    setIsBusy(false);
    return moveRefusal === undefined;
  };
  return { putOrder, refusal, isBusy, clear: () => setRefusal(undefined) };
}
