import { useState } from "react";

import { moved } from "../company/moved.ts";
import {
  MoveThresholdDocument,
  PublishRuleDocument,
  SaveRuleDocument,
} from "../graphql/generated/documents.ts";
import type { Refusal } from "../graphql/refusal.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { isOrderKind } from "./kinds.ts";
import { placesFor } from "./rule-places.ts";
import { type StoredRule, storedInput } from "./stored-rule.ts";

interface MoveRule {
  /** Puts a rule at another place. @returns whether it is there now */
  move: (index: number, to: number) => Promise<boolean>;
  refusal: Refusal | undefined;
  isBusy: boolean;
}

/**
 * Changes in which order the rules of a kind are asked, at once. Rules of orders and invoices have their place in their
 * thresholds; that of another rule is published with the stages that it has.
 *
 * @param rules - those that have a place, in their order
 * @param reload - reads them again
 */
export function useMoveRule(rules: readonly StoredRule[], reload: () => Promise<unknown>): MoveRule {
  const threshold = useCommand(MoveThresholdDocument);
  const save = useCommand(SaveRuleDocument);
  const publish = useCommand(PublishRuleDocument);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const placeOne = async (rule: StoredRule, order: number): Promise<Outcome<unknown>> => {
    const isThreshold = isOrderKind(rule.kind) && rule.state !== "DRAFT";
    if (isThreshold) {
      const outcome = await threshold.send({ id: rule.id, order });
      if (outcome.refusal || rule.draft == null) return outcome;
    }
    const outcome = await save.send({ input: { ...storedInput(rule), order } });
    if (outcome.refusal || rule.state === "DRAFT" || rule.draft != null) return outcome;
    return publish.send({ id: rule.id, expectedVersion: rule.version });
  };
  const move = async (index: number, to: number) => {
    setIsBusy(true);
    let refused: Refusal | undefined;
    for (const { id, order } of placesFor(moved(rules, index, to), to)) {
      const rule = rules.find((one) => one.id === id)!;
      ({ refusal: refused } = await placeOne(rule, order));
      if (refused) break;
    }
    await reload();
    setRefusal(refused);
    setIsBusy(false);
    return refused === undefined;
  };
  return { move, refusal, isBusy };
}
