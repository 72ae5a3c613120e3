import { useEffect, useState } from "react";
import { type AnyVariables, type TypedDocumentNode, type UseQueryArgs, useQuery } from "urql";

import { useConsole } from "../shell/console-context.ts";
import { type Refusal, useRefusalOf } from "./refusal.ts";

/** A question to the engine. */
export interface Read<Data> {
  /** The last answer; undefined until the first. */
  data: Data | undefined;
  refusal: Refusal | undefined;
  isBusy: boolean;
  /** Asks again. */
  refresh: () => void;
}

/**
 * Asks the engine while the component is shown, and again when the variables change, and when an engine that did not answer
 * is back.
 *
 * @param isWanted - whether there is anything to ask
 */
export function useRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isWanted = true,
): Read<Data> {
  const refusalOf = useRefusalOf();
  const question = JSON.stringify(variables);
  const [last, setLast] = useState<{ question: string; data: Data }>();
  const queryArgs = { query, variables, pause: !isWanted } as UseQueryArgs<Variables, Data>;
  const [{ data, error, fetching, stale }, execute] = useQuery<Data, Variables>(queryArgs);
  const { engine } = useConsole();
  const isUnanswered = error?.networkError !== undefined;
  useEffect(
    () => (isUnanswered ? engine.onConnect(() => execute()) : undefined),
    [engine, execute, isUnanswered],
  );
  // A failure, such as of the connection, comes without data: what was answered before stays. While the engine is asked,
  // and while nothing is, the data is what it said to the question before.
  const isAnswered = isWanted && !fetching && data !== undefined;
  if (isAnswered && (last?.data !== data || last.question !== question)) setLast({ question, data });
  const knownData = last?.question === question ? last.data : undefined;
  return {
    data: data ?? knownData,
    refusal: error && refusalOf(error),
    isBusy: fetching || stale,
    refresh: () => execute(),
  };
}
