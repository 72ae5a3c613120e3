import { ENGINE_ADDRESS, wasRefused } from "../graphql/address.ts";

/** A log-in that a proxy in front of the console keeps. */
interface ProxyLogIn {
  /** @returns undefined where the proxy does not know the reader */
  renew: () => Promise<{ token: undefined } | undefined>;
  end: () => Promise<void>;
}

/** Leaves the session to a proxy, which adds the reader's token to every request, and renews it by itself. */
export function proxyLogIn({ logOutUrl }: { logOutUrl?: string }): ProxyLogIn {
  return {
    renew: async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ query: "{ __typename }" });
      const response = await fetch(ENGINE_ADDRESS, { method: "POST", headers, body, redirect: "manual" });
      return wasRefused(response) ? undefined : { token: undefined };
    },
    end: async () => {
      if (logOutUrl !== undefined) location.assign(logOutUrl);
    },
  };
}
