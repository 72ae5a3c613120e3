import { logInByOidc } from "./oidc.ts";
import { onReturn, proxyLogIn } from "./proxy.ts";

/** How people log in, as `config.json` says. */
export type AuthConfig =
  | { kind: "oidc"; issuer: string; clientId: string; scope: string }
  | { kind: "proxy"; logOutUrl?: string }
  | { kind: "token" }
  | { kind: "development"; /** The page of mails that were sent. */ mailsUrl?: string };

/** A person as whom a developer may log in. */
export interface DevelopmentPerson {
  userId: string;
  name: string;
  role: string;
  privileged: boolean;
}

/**
 * The caller's credential. It lives in memory alone: a reload of the page needs a new log-in, which OpenID Connect
 * does without a question.
 */
export interface Session {
  auth: AuthConfig;
  /** Undefined while nobody is logged in, and behind a proxy that adds the credential itself. */
  token: () => string | undefined;
  /** The user whose credential a proxy has to add to each request; somebody else may have logged in there. */
  expectedUser: () => string | undefined;
  /** Counts people: it rises when somebody else logs in than before. */
  person: () => number;
  /** Called when the engine no longer takes the credential. Whether there is a fresh one; else people log in again. */
  renew: () => Promise<boolean>;
  /** Called when the engine takes no renewed credential either: people log in again. */
  expire: () => void;
  logIn: (token: string) => void;
  logOut: () => Promise<void>;
  /** Calls back whenever the state changes. */
  subscribe: (onChange: () => void) => () => void;
  state: () => SessionState;
  /** Resolves at once while somebody is logged in, else when somebody is again. */
  loggedIn: () => Promise<void>;
}

/** `replaced`: somebody else has logged in meanwhile. The page continues as soon as its reader is back. */
export type SessionState = "logged-out" | "logged-in" | "expired" | "replaced";

/** A fresh credential; without a token, but with the user whose it is, where a proxy adds it. */
interface Renewed {
  token: string | undefined;
  userId?: string;
}

interface Renewal {
  renew: () => Promise<Renewed | undefined>;
  end: () => Promise<void>;
}

/**
 * Reads how to log in and takes up a log-in that is under way.
 *
 * @throws Error when the console's configuration cannot be read
 */
export async function openSession(base: string): Promise<Session> {
  const response = await fetch(`${base}config.json`);
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  const { auth } = (await response.json()) as { auth: AuthConfig };
  const session = createSession(auth);
  if (auth.kind === "oidc") {
    const logIn = await logInByOidc(auth, base);
    if (logIn) session.attach(logIn.token, logIn);
  }
  if (auth.kind === "proxy") {
    const logIn = proxyLogIn(auth);
    const reader = await logIn.renew();
    if (reader) {
      session.attach(undefined, logIn, reader.userId);
      // Without an answer the reader stays: the next request says who is there.
      onReturn(() => void logIn.renew().then(session.take, () => undefined));
    }
  }
  return session;
}

/** @returns a session without a credential, and the way to give it one that renews itself */
export function createSession(auth: AuthConfig): Session & {
  attach: (token: string | undefined, renewal: Renewal, expectedUser?: string) => void;
  /** Takes the result of a renewal, undefined if it failed. Returns whether the reader is the same. */
  take: (fresh: Renewed | undefined) => boolean;
} {
  let token: string | undefined;
  let state: SessionState = "logged-out";
  let person = 0;
  let subject: string | undefined;
  let expectedUser: string | undefined;
  let renewal: Renewal = { renew: async () => undefined, end: async () => undefined };
  let renewing: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const change = (next: SessionState, nextToken?: string): void => {
    [state, token] = [next, nextToken];
    for (const listener of listeners) listener();
  };
  const take = (fresh: Renewed | undefined): boolean => {
    // A reader who has logged out stays logged out, even if an earlier renewal succeeds.
    if (state === "logged-out") return false;
    const next = fresh === undefined ? "expired" : fresh.userId === expectedUser ? "logged-in" : "replaced";
    if (next === state) token = fresh?.token;
    else change(next, fresh?.token);
    return next === "logged-in";
  };
  const renew = async (): Promise<boolean> => take(await renewal.renew().catch(() => undefined));
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  return {
    auth,
    token: () => token,
    state: () => state,
    renew: () => (renewing ??= renew().finally(() => (renewing = undefined))),
    expectedUser: () => expectedUser,
    expire: () => void take(undefined),
    take,
    person: () => person,
    logIn: (givenToken) => {
      const before = subject;
      subject = subjectOf(givenToken);
      if (before !== undefined && before !== subject) {
        // The next person must not see what the previous one typed.
        sessionStorage.clear();
        person += 1;
      }
      change("logged-in", givenToken);
    },
    logOut: async () => {
      sessionStorage.clear();
      change("logged-out");
      await renewal.end();
    },
    attach: (givenToken, ownRenewal, user) => {
      [renewal, expectedUser] = [ownRenewal, user];
      change("logged-in", givenToken);
    },
    subscribe,
    loggedIn: async () => {
      if (state === "logged-in") return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = subscribe(() => state === "logged-in" && resolve());
      await promise;
      stop();
    },
  };
}

/** The subject of a token; undefined if it cannot be read, in which case the engine refuses it. */
function subjectOf(token: string): string | undefined {
  const [, claims = ""] = token.split(".");
  try {
    return (JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
}
