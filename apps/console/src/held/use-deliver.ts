import { type CombinedError, useClient } from "urql";

import {
  DecideDocument,
  DecideManyDocument,
  type DecideManyMutation,
} from "../graphql/generated/documents.ts";
import { useDecidedText, useRefusalOf } from "../graphql/refusal.ts";
import { outlivingThePage } from "../graphql/use-command.ts";
import { useSaid } from "../messages/texts.ts";
import { useConsole } from "../shell/console-context.ts";
import { type Answer, type Entry, inputOf } from "./ledger.ts";

/** Answers by which the engine says that it did not look at a request. */
const NOT_LOOKED_AT = new Set([401, 429]);
/** Codes of the engine after which nobody knows what became of a command. */
const UNCERTAIN = new Set(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"]);

/** Sends a verdict with its own key; never by itself a second time. */
export function useDeliver(): (entry: Entry) => Promise<Answer> {
  const client = useClient();
  const { reach } = useConsole().engine;
  const refusalOf = useRefusalOf();
  const why = useWhy();
  const failureOf = (error: CombinedError): Answer => {
    const { status } = (error.response ?? {}) as { status?: number };
    if (status !== undefined && NOT_LOOKED_AT.has(status)) return { kind: "notSent" };
    const { code, message } = refusalOf(error);
    return code === undefined || UNCERTAIN.has(code) ? { kind: "lost" } : { kind: "refused", why: message };
  };
  return async (entry) => {
    if (!reach.isReachable()) return { kind: "notSent" };
    const { oneVerdict, manyVerdicts } = inputOf(entry);
    if (!entry.isMany) {
      const { error } = await client.mutation(
        DecideDocument,
        { input: oneVerdict },
        outlivingThePage(oneVerdict),
      );
      return error ? failureOf(error) : { kind: "answered", refusedTasks: new Map() };
    }
    const { data, error } = await client.mutation(
      DecideManyDocument,
      { input: manyVerdicts },
      outlivingThePage(manyVerdicts),
    );
    if (error || data === undefined) return error ? failureOf(error) : { kind: "lost" };
    const refusedTasks = data.decideMany.flatMap((result): [string, string][] =>
      result.result === "FAILED" ? [[result.taskId, why(result)]] : [],
    );
    return { kind: "answered", refusedTasks: new Map(refusedTasks) };
  };
}

/** Writes why one of many was refused. */
function useWhy(): (result: DecideManyMutation["decideMany"][number]) => string {
  const textOf = useSaid();
  const decidedText = useDecidedText();
  return ({ message, decided, ...words }) =>
    decided ? decidedText(decided) : textOf({ message: message ?? "", ...words });
}
