/** The parts of `oidc-provider` that the tests use; its types come with twenty packages of other servers. */
declare module "oidc-provider" {
  import type { EventEmitter } from "node:events";
  import type { RequestListener } from "node:http";

  interface Token {
    accountId: string;
  }
  interface Client {
    grantTypeAllowed: (type: string) => boolean;
  }

  export class Provider extends EventEmitter {
    constructor(
      issuer: string,
      options: {
        clients: readonly Record<string, unknown>[];
        clientBasedCORS: (context: unknown, origin: string) => boolean;
        cookies: { keys: readonly string[] };
        extraTokenClaims: (context: unknown, token: Token) => Record<string, unknown>;
        features: Record<string, unknown>;
        findAccount: (
          context: unknown,
          id: string,
        ) => { accountId: string; claims: () => { sub: string } } | undefined;
        issueRefreshToken: (context: unknown, client: Client) => boolean;
        jwks: { keys: readonly JsonWebKey[] };
        ttl: Record<string, number>;
      },
    );
    callback: () => RequestListener;
  }
}
