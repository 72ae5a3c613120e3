import { DomainError } from "@countersign/domain/errors";
import { defined } from "@countersign/domain/defined";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import type { ChangeNote, GivenNote } from "../shared/change-note.ts";
import type { ChangedRules, NoteChange, ReckonChange, ReplayFigures } from "../shared/reckon-change.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { changedRules } from "./changed-rules.ts";
import { kindsAsking } from "./rule-uses.ts";
import { seenNow, seenOfAll } from "./seen-rules.ts";

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
  note: GivenNote | undefined,
  changeIn: (scope: TransactionScope) => Promise<ChangedRules | undefined>,
): Promise<KeepNote> {
  if (note === undefined) return async () => undefined;
  const figures = await reckon(caller, note.days, changeIn);
  return async (scope, { kind, draftVersion = 0 }) =>
    noteOf(note, figures, await seenNow(scope, caller.companyId, { kind, draftVersion }));
}

/** The same for changes of workflows, groups, limits, calendars and HR policies, of which calendars change nobody. */
export function createNoteChange({
  transact,
  reckon,
}: {
  transact: Transact;
  reckon: ReckonChange;
}): NoteChange {
  return async (caller, note, changeIn) => {
    if (note === undefined) return async () => undefined;
    const { companyId } = caller;
    const { change, kinds, seen } = await transact(async (scope) => {
      const askedChange = await changeIn(scope);
      return {
        change: askedChange,
        kinds: askedChange ? await kindsAsking(scope, companyId, askedChange) : [],
        seen: await seenOfAll(scope, companyId, askedChange?.organisation),
      };
    });
    const all: ReplayFigures[] = [];
    for (const kind of kinds) {
      const figures = await reckon(caller, note.days, (scope) =>
        changedRules(scope, caller, { kind, asked: change }),
      );
      if (figures !== undefined) all.push(figures);
    }
    const figures = all.reduce(addFigures, { ...NO_FIGURES, seen });
    return async (scope) => noteOf(note, figures, await seenOfAll(scope, companyId, change?.organisation));
  };
}

const NO_FIGURES = { documents: 0, same: 0, changed: 0, unknown: 0, neverApplies: [] };

const addFigures = (sum: ReplayFigures, figures: ReplayFigures): ReplayFigures => ({
  documents: sum.documents + figures.documents,
  same: sum.same + figures.same,
  changed: sum.changed + figures.changed,
  unknown: sum.unknown + figures.unknown,
  neverApplies: [...sum.neverApplies, ...figures.neverApplies],
  seen: sum.seen,
});

/** @param present - digest of the rules as they are */
function noteOf(
  { note, days, seen }: GivenNote,
  figures: ReplayFigures | undefined,
  present: string,
): ChangeNote {
  if (figures?.seen !== present || (seen ?? present) !== present) {
    throw new DomainError("CONFLICT", text("rule.changedSinceShown"), { field: "changeNote.seen" });
  }
  const { documents, same, changed, unknown, neverApplies } = figures;
  return defined<ChangeNote>({ note, days, documents, same, changed, unknown, neverApplies });
}
