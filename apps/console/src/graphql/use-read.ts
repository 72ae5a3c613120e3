import { useState } from "react";
import { type AnyVariables, type TypedDocumentNode, type UseQueryArgs, useQuery } from "urql";

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
 * Asks the engine while the component is shown, and again when the variables change.
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
  const asked = { query, variables, pause: !isWanted } as UseQueryArgs<Variables, Data>;
  const [{ data, error, fetching, stale }, execute] = useQuery<Data, Variables>(asked);
  // A failure, such as of the connection, comes without data: what was answered before stays.
  if (data !== undefined && (last?.data !== data || last.question !== question)) setLast({ question, data });
  const known = last?.question === question ? last.data : undefined;
  return {
    data: data ?? known,
    refusal: error && refusalOf(error),
    isBusy: fetching || stale,
    refresh: () => execute(),
  };
}
