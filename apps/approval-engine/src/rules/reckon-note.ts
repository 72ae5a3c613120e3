import { DomainError } from "@countersign/domain/errors";
import { defined } from "@countersign/domain/defined";
import { text } from "@countersign/texts";
import type { z } from "zod";

import type { Caller } from "../shared/caller.ts";
import type { ChangeNote, changeNoteInput } from "../shared/change-note.ts";
import type { ChangedRules, ReckonChange } from "../shared/reckon-change.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { seenNow } from "./seen-rules.ts";

/**
 * The note that is kept with a change of a kind's rules, in the transaction that makes it; undefined where its caller gave no note.
 *
 * @throws DomainError `CONFLICT` where the rules are not those that were shown, or reckoned with
 */
export type KeepNote = (
  scope: TransactionScope,
  rules: { kind: string; draftVersion?: number },
) => Promise<ChangeNote | undefined>;

/**
 * Reckons, before the transaction of a command, what its change would have done (contract-4, HIST-2). Without a note nothing
 * is reckoned.
 *
 * @param changeIn - reads the change as `changedRules` answers it; undefined: the command refuses it, or has done it before
 */
export async function reckonNote(
  reckon: ReckonChange,
  caller: Caller,
  given: z.output<typeof changeNoteInput> | undefined,
  changeIn: (scope: TransactionScope) => Promise<ChangedRules | undefined>,
): Promise<KeepNote> {
  if (given === undefined) return async () => undefined;
  const { note, days, seen } = given;
  const figures = await reckon(caller, days, changeIn);
  return async (scope, { kind, draftVersion = 0 }) => {
    const present = await seenNow(scope, caller.companyId, { kind, draftVersion });
    if (figures?.seen !== present || (seen ?? present) !== present) {
      throw new DomainError("CONFLICT", text("rule.changedSinceShown"), { field: "changeNote.seen" });
    }
    const { documents, same, changed, unknown, neverApplies } = figures;
    return defined<ChangeNote>({ note, days, documents, same, changed, unknown, neverApplies });
  };
}
