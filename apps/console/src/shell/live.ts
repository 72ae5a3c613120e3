import { useEffect, useRef } from "react";
import { type AnyVariables, type TypedDocumentNode, useClient } from "urql";

import { useConsole } from "./console-context.ts";

/** Changes that come together are read once. */
const SETTLE_MS = 150;

/**
 * Calls back when what a subscription watches may have changed: after each of its messages, when the connection opens, and
 * when the reader comes back to the page.
 */
export function useLive<Data, Variables extends AnyVariables>(
  subscription: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onChange: () => void,
): void {
  const client = useClient();
  const { engine } = useConsole();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const key = JSON.stringify(variables);
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(settling);
      settling = setTimeout(() => latest.current(), SETTLE_MS);
    };
    const watchedVariables = JSON.parse(key) as Variables;
    const live = client.subscription(subscription, watchedVariables).subscribe(({ data }) => {
      if (data !== undefined && data !== null) settle();
    });
    const stop = engine.onConnect(settle);
    addEventListener("online", settle);
    return () => {
      live.unsubscribe();
      clearTimeout(settling);
      stop();
      removeEventListener("online", settle);
    };
  }, [client, engine, subscription, key]);
}
