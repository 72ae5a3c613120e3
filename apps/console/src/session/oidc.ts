/** The token of a log-in by OpenID Connect, and how it is renewed and ended. */
export interface OidcLogIn {
  token: string;
  renew: () => Promise<string | undefined>;
  end: () => Promise<void>;
}

const RETURN_TO = "countersign.return";

/**
 * Logs in by OpenID Connect, code flow with PKCE. On the way back from the provider it takes the token; else it sends
 * the reader to the provider and never resolves. Tokens stay in memory; the session storage holds the flow's state.
 *
 * @throws Error when the provider refuses or cannot be reached
 */
export async function logInByOidc(
  { issuer, clientId, scope }: { issuer: string; clientId: string; scope: string },
  base: string,
): Promise<OidcLogIn> {
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
  if (location.pathname !== `${base}callback`) return leaveFor(manager);
  const user = await manager.signinRedirectCallback();
  history.replaceState(null, "", sessionStorage.getItem(RETURN_TO) ?? base);
  sessionStorage.removeItem(RETURN_TO);
  return {
    token: user.access_token,
    renew: async () => (await manager.signinSilent())?.access_token,
    end: () => manager.signoutRedirect(),
  };
}

async function leaveFor(manager: { signinRedirect: () => Promise<void> }): Promise<never> {
  sessionStorage.setItem(RETURN_TO, `${location.pathname}${location.search}`);
  await manager.signinRedirect();
  return new Promise(() => undefined);
}
