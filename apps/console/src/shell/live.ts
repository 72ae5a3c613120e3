import { useEffect, useRef } from "react";
import { type AnyVariables, type TypedDocumentNode, useClient } from "urql";

import { useConsole } from "./console-context.ts";

/** How often one asks where no socket can be had: a proxy adds its credential to requests alone. */
const POLL_MS = 15_000;
/** Changes that come together are read once. */
const SETTLE_MS = 150;

/**
 * Calls back when what a subscription watches may have changed: after each of its messages, when the connection is there
 * again, and when the reader comes back to the page.
 */
export function useLive<Data, Variables extends AnyVariables>(
  subscription: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  changed: () => void,
): void {
  const client = useClient();
  const { engine, session } = useConsole();
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  const key = JSON.stringify(variables);
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(settling);
      settling = setTimeout(() => latest.current(), SETTLE_MS);
    };
    const watched = JSON.parse(key) as Variables;
    const isPolled = session.auth.kind === "proxy";
    const live = isPolled
      ? undefined
      : client.subscription(subscription, watched).subscribe(({ data }) => {
          if (data !== undefined && data !== null) settle();
        });
    const poll = isPolled ? setInterval(settle, POLL_MS) : undefined;
    const stop = engine.onReconnect(settle);
    addEventListener("online", settle);
    return () => {
      live?.unsubscribe();
      clearInterval(poll);
      clearTimeout(settling);
      stop();
      removeEventListener("online", settle);
    };
  }, [client, engine, session, subscription, key]);
}
