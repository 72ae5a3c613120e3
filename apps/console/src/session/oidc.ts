import type { User, UserManager } from "oidc-client-ts";

/** A log-in that the provider did not grant. */
export class OidcFailure extends Error {
  readonly issuer: string;
  /** `unreachable`: it is away, or answers no pages of the console's origin. */
  readonly reason: "refused" | "unreachable";

  constructor(issuer: string, cause: Error) {
    super(cause.message, { cause });
    this.issuer = issuer;
    this.reason = cause instanceof TypeError ? "unreachable" : "refused";
  }
}

/** The token of a log-in by OpenID Connect, and how it is renewed and ended. */
export interface OidcLogIn {
  token: string;
  renew: () => Promise<{ token: string } | undefined>;
  end: () => Promise<void>;
}

const RETURN_TO = "countersign.return";
/** Set on the way out, so that the page that comes back does not send its reader to the provider again. */
const LOGGED_OUT = "countersign.loggedOut";

/**
 * Logs in by OpenID Connect, code flow with PKCE. On the way back from the provider it takes the token; else it sends
 * the reader to the provider and never resolves. Tokens stay in memory; the session storage holds the flow's state. The
 * token is renewed where the provider gave a refresh token.
 *
 * @returns undefined for a reader who has just logged out
 * @throws OidcFailure when the provider refuses, cannot be reached, or does not answer pages of this origin
 */
export async function logInByOidc(
  { issuer, clientId, scope }: { issuer: string; clientId: string; scope: string },
  base: string,
): Promise<OidcLogIn | undefined> {
  if (sessionStorage.getItem(LOGGED_OUT) !== null) {
    sessionStorage.removeItem(LOGGED_OUT);
    return undefined;
  }
  // Loaded here: the other ways to log in need none of it.
  const { InMemoryWebStorage, UserManager, WebStorageStateStore } = await import("oidc-client-ts");
  const here = `${location.origin}${base}`;
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    scope,
    redirect_uri: `${here}callback`,
    post_logout_redirect_uri: here,
    response_type: "code",
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
  try {
    if (location.pathname !== `${base}callback`) return await leaveFor(manager);
    const callback = location.href;
    // Whatever the provider says, the address is the page's own again: a reload begins anew.
    history.replaceState(null, "", sessionStorage.getItem(RETURN_TO) ?? base);
    return logInOf(manager, await manager.signinRedirectCallback(callback));
  } catch (error) {
    throw new OidcFailure(issuer, error as Error);
  }
}

function logInOf(manager: UserManager, { access_token: token }: User): OidcLogIn {
  return {
    token,
    renew: async () => {
      const user = await manager.getUser();
      // Without a refresh token it would ask the provider in a frame, which the console's policy forbids.
      const renewedUser = user?.refresh_token ? await manager.signinSilent() : null;
      return renewedUser ? { token: renewedUser.access_token } : undefined;
    },
    end: async () => {
      // Not every provider can revoke tokens, or end its own session; the reader is logged out here all the same.
      await manager.revokeTokens(["refresh_token"]).catch(() => undefined);
      sessionStorage.setItem(LOGGED_OUT, "");
      await manager.signoutRedirect().catch(() => sessionStorage.removeItem(LOGGED_OUT));
    },
  };
}

async function leaveFor(manager: UserManager): Promise<never> {
  sessionStorage.setItem(RETURN_TO, `${location.pathname}${location.search}`);
  await manager.signinRedirect();
  return new Promise(() => undefined);
}
