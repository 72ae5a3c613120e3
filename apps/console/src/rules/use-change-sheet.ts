import { useEffect, useState } from "react";
import { useClient } from "urql";

import {
  ReplayRulesDocument,
  type ReplayRulesQuery,
  type ReplayRulesQueryVariables,
} from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { useConsole } from "../shell/console-context.ts";

/** A change of what a kind's documents are asked by, which is not made yet. */
export type RuleChange = ReplayRulesQueryVariables["input"];

/** The replay of a change over the documents of its kind. */
export interface ChangeReplay {
  change: RuleChange;
  replay: ReplayRulesQuery["replayRules"];
}

/** The sheet of a change before it holds, with the note that is kept with it (contract-4, HIST-2). */
export type ChangeSheet = ReturnType<typeof useChangeSheet>;

/** The answer to a question, which another one does not show. */
interface Answer {
  question: string;
  replays: readonly ChangeReplay[];
  refusal?: Refusal | undefined;
}

/**
 * Reads what a change would have done, one kind after the other: the engine replays once at a time for a company.
 *
 * @param changes - the change as it is asked about, once for each kind
 */
export function useChangeSheet(changes: readonly RuleChange[]) {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const { engine } = useConsole();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [note, setNote] = useState("");
  const question = JSON.stringify([attempt, ...changes]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const [, ...askedChanges] = JSON.parse(question) as [number, ...RuleChange[]];
      const replays: ChangeReplay[] = [];
      for (const change of askedChanges) {
        const options = { requestPolicy: "network-only" } as const;
        const { data, error } = await client.query(ReplayRulesDocument, { input: change }, options);
        if (isOver) return undefined;
        if (data === undefined) return setAnswer({ question, replays, refusal: error && refusalOf(error) });
        replays.push({ change, replay: data.replayRules });
      }
      return setAnswer({ question, replays });
    };
    void read();
    const stopWaiting = engine.onConnect(() => setAttempt((count) => count + 1));
    return () => {
      isOver = true;
      stopWaiting();
    };
  }, [client, engine, question, refusalOf]);
  const present = answer?.question === question ? answer : undefined;
  return {
    replays: present?.replays ?? [],
    refusal: present?.refusal,
    /** Whether nobody else would be asked, so that there is nothing to replay. */
    isEmpty: changes.length === 0,
    refresh: () => setAttempt((count) => count + 1),
    /** Whether it shows what there is to know: the change is made after that. */
    isShown: present !== undefined,
    note,
    setNote,
    /** The engine refuses it once the rules are others than those that are shown. */
    changeNote: { note: note.trim() || null, seen: present?.replays.at(-1)?.replay.seen ?? null },
  };
}
