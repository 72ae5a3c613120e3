import { type Client as SocketClient, createClient as createSocketClient } from "graphql-ws";
import {
  type Client,
  type Exchange,
  createClient,
  fetchExchange,
  mapExchange,
  subscriptionExchange,
} from "urql";

import type { Session } from "../session/session.ts";

const ADDRESS = "/graphql";
const EXPIRED = 401;

/** The way to the engine: requests over HTTP, live updates over one socket. */
export interface Engine {
  client: Client;
  /** Calls back whenever the socket opens again after it was lost: updates may have been missed. */
  onReconnect: (reconnected: () => void) => () => void;
  close: () => void;
}

/** @param session its token goes with every request; one that was refused is renewed once, and the request repeated */
export function createEngineClient(session: Session): Engine {
  const listeners = new Set<() => void>();
  const socket = createSocket(session, () => {
    for (const listener of listeners) listener();
  });
  const client = createClient({
    url: ADDRESS,
    preferGetMethod: false,
    exchanges: [refusedWithoutData, fetchExchange, subscriptions(socket, session)],
    fetch: (input, init) => fetchWithToken(session, input, init),
  });
  return {
    client,
    onReconnect: (reconnected) => {
      listeners.add(reconnected);
      return () => listeners.delete(reconnected);
    },
    close: () => void socket.dispose(),
  };
}

/** The data of a refusal is null by GraphQL; its type says that it is missing, and so the pages test for that. */
const refusedWithoutData = mapExchange({
  onResult: (result) => (result.data === null ? { ...result, data: undefined } : result),
});

async function fetchWithToken(
  session: Session,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const send = (token: string | undefined) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  const response = await send(session.token());
  if (response.status !== EXPIRED) return response;
  const fresh = await session.renew();
  return fresh === undefined ? response : send(fresh);
}

const RETRY_MS = { least: 500, most: 15_000 };

function createSocket(session: Session, reconnected: () => void): SocketClient {
  let opened = false;
  return createSocketClient({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ADDRESS}`,
    lazy: true,
    connectionParams: () => ({ authorization: `Bearer ${session.token() ?? ""}` }),
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (reason) => !isTokenRefusal(reason),
    retryWait: async (retries) => {
      const wait = Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** retries);
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
    },
    on: {
      connected: () => {
        if (opened) reconnected();
        opened = true;
      },
    },
  });
}

/** A subscription outlives its token: it goes on with a renewed one, or once the reader has logged in again. */
const subscriptions = (socket: SocketClient, session: Session): Exchange =>
  subscriptionExchange({
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (sink) => {
        let hasEnded = false;
        let stop: (() => void) | undefined;
        const end = (): void => {
          hasEnded = true;
          stop?.();
        };
        const open = (): void => {
          const token = session.token();
          const onError = async (error: unknown): Promise<void> => {
            if (!isTokenRefusal(error)) return sink.error(error);
            // Another subscription may have renewed it already.
            if (session.state() === "logged-in" && session.token() === token) await session.renew();
            await session.loggedIn();
            if (!hasEnded) open();
          };
          stop = socket.subscribe(
            { query: query ?? "", variables: variables ?? {} },
            {
              next: (result) => sink.next(result as Parameters<typeof sink.next>[0]),
              error: (error) => void onError(error),
              complete: () => sink.complete(),
            },
          );
        };
        open();
        return { unsubscribe: end };
      },
    }),
  });

/** The engine's codes of a token that has expired, and of one that it refuses. */
const TOKEN_REFUSED = new Set([4401, 4403]);

function isTokenRefusal(reason: unknown): boolean {
  return reason instanceof CloseEvent && TOKEN_REFUSED.has(reason.code);
}
