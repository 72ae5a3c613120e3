import { ENGINE_ADDRESS, wasRefused } from "../graphql/address.ts";

/** A log-in that a proxy in front of the console keeps. */
interface ProxyLogIn {
  /**
   * @returns undefined if the proxy does not know the reader, else the user whose credential it adds
   * @throws Error when the engine does not say
   */
  renew: () => Promise<{ token: undefined; userId: string } | undefined>;
  end: () => Promise<void>;
}

/** Leaves the session to a proxy, which adds the reader's token to every request, and renews it by itself. */
export function proxyLogIn({ logOutUrl }: { logOutUrl?: string }): ProxyLogIn {
  return {
    renew: async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ query: "{ viewer { userId } }" });
      const response = await fetch(ENGINE_ADDRESS, { method: "POST", headers, body, redirect: "manual" });
      if (wasRefused(response)) return undefined;
      if (!response.ok) throw new Error(`${ENGINE_ADDRESS} answered ${response.status}`);
      const { data } = (await response.json()) as { data: { viewer: { userId: string } } };
      return { token: undefined, userId: data.viewer.userId };
    },
    end: async () => {
      if (logOutUrl !== undefined) location.assign(logOutUrl);
    },
  };
}

/** Calls back when the reader comes back to the page from another window or tab. */
export function onReturn(onReturned: () => void): void {
  addEventListener("focus", onReturned);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") onReturned();
  });
}
