import { useState } from "react";

import { ReplayRulesDocument, type ReplayRulesQueryVariables } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";

/** A change of a kind's rules that is not made yet. */
export type RuleChange = ReplayRulesQueryVariables["input"];

/** The sheet of a change of rules before it holds, with the note that is kept with it (contract-4, HIST-2). */
export type ChangeSheet = ReturnType<typeof useChangeSheet>;

/** Reads what a change of rules would have done. */
export function useChangeSheet(change: RuleChange) {
  const { data, refusal, refresh, isBusy } = useRead(ReplayRulesDocument, { input: change });
  const [note, setNote] = useState("");
  // While another change is read, the last answer is that of the change before.
  const replay = isBusy ? undefined : data?.replayRules;
  return {
    change,
    replay,
    refusal,
    refresh,
    /** Whether it shows what there is to know: the change is made after that. */
    isShown: !isBusy,
    note,
    setNote,
    /** The engine refuses it once the rules are others than those that are shown. */
    changeNote: { note: note.trim() || null, seen: replay?.seen ?? null },
  };
}
