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
import { DOWNLOAD_TIMEOUT_MS, READ_POLICY, TIMEOUT_MS, retryWait } from "./request-policy.ts";

/** The way to the engine: requests over HTTP, live updates over one socket. */
export interface Engine {
  client: Client;
  /** Asks for a file, which may take minutes. */
  download: (address: string) => Promise<Response>;
  /** Calls back whenever the socket opens, also for the first time, or the reader is back: updates may have been missed. */
  onConnect: (connected: () => void) => () => void;
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
    requestPolicy: READ_POLICY,
    exchanges: [refusedWithoutData, readsWaitFor(session), fetchExchange, subscriptions(socket, session)],
    fetch: (input, init) => fetchWithToken(session, input, init),
  });
  return {
    client,
    download: (address) => fetchWithToken(session, address, {}, DOWNLOAD_TIMEOUT_MS),
    onConnect: (connected) => {
      listeners.add(connected);
      return () => listeners.delete(connected);
    },
    close: () => void socket.dispose(),
  };
}

/** The data of a refusal is null by GraphQL; its type says that it is missing, and so the pages test for that. */
const refusedWithoutData = mapExchange({
  onResult: (result) => (result.data === null ? { ...result, data: undefined } : result),
});

/** Reads that begin while the session has ended wait for the next log-in: their refusal would replace what is shown. */
const readsWaitFor = (session: Session): Exchange =>
  mapExchange({
    onOperation: (operation) =>
      operation.kind === "query" && session.state() === "expired"
        ? session.loggedIn().then(() => operation)
        : operation,
  });

async function fetchWithToken(
  session: Session,
  input: RequestInfo | URL,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const send = () => {
    const headers = new Headers(init.headers);
    const [token, user] = [session.token(), session.expectedUser()];
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (user !== undefined) headers.set("expected-user", user);
    const ends = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    return fetch(input, { ...init, headers, redirect: "manual", signal: AbortSignal.any(ends) });
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

function createSocket(session: Session, connected: () => void): SocketClient {
  return createSocketClient({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ENGINE_ADDRESS}`,
    lazy: true,
    connectionParams: () => connectionParamsOf(session),
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (reason) => endOfToken(reason) === undefined,
    retryWait,
    on: { connected: () => connected() },
  });
}

/** A subscription outlives its token: it continues with a renewed one, or once the reader has logged in again. */
const subscriptions = (socket: SocketClient, session: Session): Exchange =>
  subscriptionExchange({
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (sink) => {
        let hasEnded = false;
        let refusals = 0;
        /** A credential that was renewed because the engine had refused the one before. */
        let renewed: string | undefined;
        let stop: (() => void) | undefined;
        const end = (): void => {
          hasEnded = true;
          stop?.();
        };
        const open = (): void => {
          const token = session.token();
          const onError = async (error: unknown): Promise<void> => {
            const reason = endOfToken(error);
            if (reason === undefined) return sink.error(error);
            // A proxy that adds no token to the upgrade adds none at once.
            if (reason === "refused" && session.auth.kind === "proxy") await retryWait(refusals++);
            if (reason === "refused" && token !== undefined && token === renewed) session.expire();
            // Another subscription may have renewed it already.
            else if (session.state() === "logged-in" && session.token() === token) {
              await session.renew();
              renewed = session.token();
            }
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

/** The engine's codes of a token that is missing or refused, and of one that has expired. */
const [REFUSED, EXPIRED] = [4401, 4403];

/** How the credential ended the socket; undefined where it did not. */
function endOfToken(reason: unknown): "refused" | "expired" | undefined {
  if (!(reason instanceof CloseEvent)) return undefined;
  if (reason.code === REFUSED) return "refused";
  return reason.code === EXPIRED ? "expired" : undefined;
}
