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
import { ENGINE_ADDRESS, wasRefused } from "./address.ts";

/** The way to the engine: requests over HTTP, live updates over one socket. */
export interface Engine {
  client: Client;
  /** Calls back whenever the socket opens again after it was lost, or the reader is back: updates may have been missed. */
  onReconnect: (reconnected: () => void) => () => void;
  close: () => void;
}

/** @param session - its token goes with every request; one that was refused is renewed once, and the request repeated */
export function createEngineClient(session: Session): Engine {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const socket = createSocket(session, tell);
  session.subscribe(() => {
    if (session.state() === "logged-in") tell();
  });
  const client = createClient({
    url: ENGINE_ADDRESS,
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
  const send = () => {
    const headers = new Headers(init.headers);
    const [token, user] = [session.token(), session.expectedUser()];
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (user !== undefined) headers.set("expected-user", user);
    return fetch(input, { ...init, headers, redirect: "manual" });
  };
  const response = await send();
  return wasRefused(response) && (await session.renew()) ? send() : response;
}

function connectionParamsOf(session: Session): { authorization?: string; expectedUser?: string } {
  const [token, expectedUser] = [session.token(), session.expectedUser()];
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(expectedUser !== undefined && { expectedUser }),
  };
}

const RETRY_MS = { least: 500, most: 15_000 };

function createSocket(session: Session, reconnected: () => void): SocketClient {
  let opened = false;
  return createSocketClient({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ENGINE_ADDRESS}`,
    lazy: true,
    connectionParams: () => connectionParamsOf(session),
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (reason) => !isTokenRefusal(reason, session),
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
            if (!isTokenRefusal(error, session)) return sink.error(error);
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

/** The engine's codes of a token that has expired, and of one that is missing or refused. */
const [EXPIRED, FORBIDDEN] = [4401, 4403];

/** A proxy that adds no token to the upgrade adds none at once: one waits between attempts, as for a lost connection. */
function isTokenRefusal(reason: unknown, { auth }: Session): boolean {
  if (!(reason instanceof CloseEvent)) return false;
  return reason.code === EXPIRED || (reason.code === FORBIDDEN && auth.kind !== "proxy");
}
