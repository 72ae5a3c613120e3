import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { contentsOf } from "../definitions/index.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { type ChangeNote, notedChange } from "../shared/change-note.ts";
import type { EngineParts } from "../shared/feature.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import type { RecordedAction } from "../shared/recorded-action.ts";
import { type ListedRule, type RuleList, findRuleList, inAskingOrder } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { changeList } from "./change-list.ts";
import { rulesSeenBy } from "./list-rules.ts";
import { orderRulesInput } from "./inputs.ts";
import { rulesOrdered } from "./noted-changes.ts";
import { assertNamesAll, moveRules } from "./place-rules.ts";
import { reckonNote } from "./reckon-note.ts";
import { RULES } from "./records.ts";
import { assertOwnRules } from "./rule-kinds.ts";
import type { ApprovalRule } from "./rule-view.ts";

/**
 * `orderRules`: the order in which the rules of a kind are asked, each named once but the default. Nothing is published, and
 * no rule's date changes (contract-4, HIST-2).
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` for a rule that the kind does not have, and `CONFLICT` for
 *   another order, or other rules, than the caller has seen
 */
export function createOrderRules({ transact, reckon }: Pick<EngineParts, "transact" | "reckon">) {
  const orderRules = async (
    caller: Caller,
    input: z.input<typeof orderRulesInput>,
    options: z.input<typeof notedChange> = {},
  ): Promise<ApprovalRule[]> => {
    assertPrivileged(caller);
    const notedOptions = parseInput(notedChange, options);
    const command = { ...parseInput(orderRulesInput, input), ...notedOptions };
    const { kind, order, expectedOrder } = command;
    const keepNote = await reckonNote(reckon, caller, notedOptions.changeNote, (scope) =>
      rulesOrdered(scope, caller, { kind, order }),
    );
    await transactOnce(transact, { caller, operation: "orderRules", command }, async (scope) => {
      await refuseLeaver(scope, caller);
      assertOwnRules(scope.kinds, kind);
      const list = await findRuleList(scope, caller.companyId, kind);
      const presentOrder = inAskingOrder(list?.rules ?? []).map(({ id }) => id);
      if (expectedOrder !== undefined && !isSame(expectedOrder, presentOrder)) {
        throw new DomainError("CONFLICT", text("rule.orderChanged"), { field: "expectedOrder" });
      }
      assertNamesAll(order, presentOrder);
      if (list !== undefined && !isSame(order, presentOrder)) {
        const changeNote = await keepNote(scope, { kind });
        await putOrder(scope, caller, list, { presentOrder, order, changeNote });
      }
      return kind;
    });
    return transact((scope) => rulesSeenBy(scope, caller, kind));
  };
  return byPeople(orderRules);
}

const isSame = (left: readonly Id[], right: readonly Id[]) => left.join() === right.join();

interface Order {
  presentOrder: readonly Id[];
  order: readonly Id[];
}

async function putOrder(
  scope: TransactionScope,
  caller: Caller,
  { _id, kind, rules }: RuleList,
  { presentOrder, order, changeNote }: Order & { changeNote: ChangeNote | undefined },
): Promise<void> {
  const { movedId, ...names } = await moveIn(scope, caller.companyId, rules, { presentOrder, order });
  const did = actionOf(movedId, names);
  await changeList(scope, caller, { kind }, (present) => moveRules(present, order), { did, changeNote });
  const before = { _id, kind, order: presentOrder };
  const after = { _id, kind, order };
  await auditWrite(scope, caller, { entity: RULES, action: "order", before, after, changeNote, did });
}

interface MovedNames {
  moved?: string;
  movedBefore?: string;
}

/** @param movedId - absent where several have moved */
function actionOf(movedId: Id | undefined, { moved, movedBefore }: MovedNames): RecordedAction {
  if (movedId === undefined) return { code: "ordered" };
  const params = { rule: moved, other: movedBefore };
  return { code: movedBefore === undefined ? "movedLast" : "moved", ruleId: movedId, params };
}

const idsWithout = (ids: readonly Id[], id: Id) => ids.filter((candidate) => candidate !== id);

/**
 * The only rule that moves, and the one before which it comes, by their names; without the latter it comes last.
 *
 * @returns nothing where several move
 */
async function moveIn(
  scope: TransactionScope,
  companyId: Id,
  rules: readonly ListedRule[],
  { presentOrder, order }: Order,
): Promise<MovedNames & { movedId?: Id }> {
  const isOnly = (id: Id) => isSame(idsWithout(presentOrder, id), idsWithout(order, id));
  // Of two neighbours that change places, the one that comes earlier.
  const movedId =
    order.find((id, place) => isOnly(id) && place < presentOrder.indexOf(id)) ?? order.find(isOnly);
  if (movedId === undefined) return {};
  const beforeId = order[order.indexOf(movedId) + 1];
  const workflowIds = new Map(rules.map(({ id, workflowId }) => [id, workflowId]));
  const workflowOf = (id: Id | undefined) => (id === undefined ? undefined : workflowIds.get(id));
  const ids = [movedId, beforeId].flatMap((id) => workflowOf(id) ?? []);
  const contents = await contentsOf(scope, companyId, ids);
  const [movedName, movedBefore] = [movedId, beforeId].map((id) => contents.get(workflowOf(id) ?? "")?.name);
  return defined<MovedNames & { movedId?: Id }>({ movedId, moved: movedName, movedBefore });
}
