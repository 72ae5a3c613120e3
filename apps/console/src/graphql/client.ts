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
import { ENGINE_ADDRESS, isFromEngine, wasRefused } from "./address.ts";
import { type Reach, createReach } from "./reach.ts";
import {
  CHECK_TIMEOUT_MS,
  DOWNLOAD_TIMEOUT_MS,
  READ_POLICY,
  TIMEOUT_MS,
  retryWait,
} from "./request-policy.ts";

/** The way to the engine: requests over HTTP, live updates over one socket. */
export interface Engine {
  client: Client;
  reach: Pick<Reach, "isReachable" | "subscribe">;
  /** Asks for a file, which may take minutes. */
  download: (address: string) => Promise<Response>;
  /** Calls back whenever the socket opens, also for the first time, or the reader or the engine is back: updates may have been missed. */
  onConnect: (onConnected: () => void) => () => void;
  close: () => void;
}

/** @param session - its token goes with every request; one that was refused is renewed once, and the request repeated */
export function createEngineClient(session: Session): Engine {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const reach = createReach(() => isAnswered(session));
  reach.subscribe(() => {
    if (reach.isReachable()) tell();
  });
  const ask: typeof fetchWithToken = async (...request) => {
    try {
      const response = await fetchWithToken(...request);
      if (!reach.isReachable() || !isFromEngine(response)) reach.check();
      return response;
    } catch (error) {
      // A page that no longer wants the answer says nothing about the engine.
      if (request[2]?.signal?.aborted !== true) reach.check();
      throw error;
    }
  };
  const socket = createSocket(session, { connected: tell, closed: reach.check });
  // The browser's word is only a good moment to ask.
  for (const event of ["online", "offline"]) addEventListener(event, reach.check);
  session.subscribe(() => {
    if (session.state() === "logged-in") tell();
  });
  const client = createClient({
    url: ENGINE_ADDRESS,
    preferGetMethod: false,
    requestPolicy: READ_POLICY,
    exchanges: [refusedWithoutData, readsWaitFor(session), fetchExchange, subscriptions(socket, session)],
    fetch: (input, init) => ask(session, input, init),
  });
  return {
    client,
    reach,
    download: (address) => ask(session, address, {}, DOWNLOAD_TIMEOUT_MS),
    onConnect: (onConnected) => {
      listeners.add(onConnected);
      return () => listeners.delete(onConnected);
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

/** Whether the engine answers the smallest question there is. Nobody asks it without a credential. */
async function isAnswered(session: Session): Promise<boolean> {
  if (session.state() !== "logged-in") return true;
  const headers = { "content-type": "application/json" };
  const question = { method: "POST", headers, body: JSON.stringify({ query: "{ __typename }" }) };
  try {
    return isFromEngine(await fetchWithToken(session, ENGINE_ADDRESS, question, CHECK_TIMEOUT_MS));
  } catch {
    return false;
  }
}

function connectionParamsOf(session: Session): { authorization?: string; expectedUser?: string } {
  const [token, expectedUser] = [session.token(), session.expectedUser()];
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(expectedUser !== undefined && { expectedUser }),
  };
}

/** @param listeners - called when it has opened, and when it has closed for another reason than its credential */
function createSocket(
  session: Session,
  listeners: { connected: () => void; closed: () => void },
): SocketClient {
  return createSocketClient({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ENGINE_ADDRESS}`,
    lazy: true,
    connectionParams: () => connectionParamsOf(session),
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (reason) => endOfToken(reason) === undefined,
    retryWait,
    on: {
      connected: listeners.connected,
      closed: (event) => {
        if (endOfToken(event) === undefined) listeners.closed();
      },
    },
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
        let renewedToken: string | undefined;
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
            if (reason === "refused" && token !== undefined && token === renewedToken) session.expire();
            // Another subscription may have renewed it already.
            else if (session.state() === "logged-in" && session.token() === token) {
              await session.renew();
              renewedToken = session.token();
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
