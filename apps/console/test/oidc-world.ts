import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";

const AUDIENCE = "urn:countersign:engine";
const CLIENT_ID = "countersign-console";

/** A log-in provider that knows the demo people, by their user ids. */
export interface OidcWorld {
  issuer: string;
  /** The variables of a platform whose people log in there. */
  variables: Readonly<Record<string, string>>;
  /** Lets a console use it. */
  open: (consoleUrl: string, options?: ClientOptions) => void;
  /** Tokens that were renewed. */
  renewals: () => number;
  /** A token for requests of the tests themselves. */
  tokenOf: (person: DemoPerson) => string;
  close: () => Promise<void>;
}

interface ClientOptions {
  /** Whether it gives refresh tokens. Default: yes. */
  renews?: boolean;
  /** How long its tokens are taken, in seconds. Default: an hour. */
  tokenSeconds?: number;
  /** Whether it gives pages of the console's origin a token. Default: yes. */
  answersPages?: boolean;
}

/** Starts the `oidc-provider` package on this machine, under another name than the console's: browsers keep them apart. */
export async function startOidcProvider(): Promise<OidcWorld> {
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  server.listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "tests" };
  let renewals = 0;

  return {
    issuer,
    variables: {
      AUTH_JWKS_URL: `${issuer}/jwks`,
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: AUDIENCE,
      CONSOLE_AUTH: "oidc",
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: CLIENT_ID,
    },
    renewals: () => renewals,
    open: (consoleUrl, { renews = true, tokenSeconds = 3_600, answersPages = true } = {}) => {
      const provider = new Provider(issuer, {
        jwks: { keys: [jwk] },
        cookies: { keys: ["tests"] },
        clients: [
          {
            client_id: CLIENT_ID,
            token_endpoint_auth_method: "none",
            redirect_uris: [`${consoleUrl}callback`],
            post_logout_redirect_uris: [consoleUrl],
            grant_types: ["authorization_code", ...(renews ? ["refresh_token"] : [])],
          },
        ],
        clientBasedCORS: (_context, origin) => answersPages && origin === new URL(consoleUrl).origin,
        issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
        findAccount: (_context, id) =>
          personOf(id) && { accountId: id, claims: () => ({ sub: id, name: personOf(id)!.name }) },
        extraTokenClaims: (_context, { accountId }) => claimsOf(personOf(accountId)!),
        features: {
          resourceIndicators: {
            enabled: true,
            defaultResource: () => AUDIENCE,
            useGrantedResource: () => true,
            getResourceServerInfo: () => ({
              scope: "",
              audience: AUDIENCE,
              accessTokenFormat: "jwt",
              accessTokenTTL: tokenSeconds,
              jwt: { sign: { alg: "RS256" } },
            }),
          },
        },
        ttl: { AccessToken: tokenSeconds, Session: 3_600, Grant: 3_600, Interaction: 600, IdToken: 3_600 },
      });
      provider.on("refresh_token.consumed", () => (renewals += 1));
      const callback = provider.callback();
      answer = (request, response) => {
        if (request.url === "/favicon.ico") response.writeHead(204).end();
        else callback(request, response);
      };
    },
    tokenOf: (person) => {
      const now = Math.floor(Date.now() / 1_000);
      const claims = { iss: issuer, aud: AUDIENCE, sub: person.userId, iat: now, exp: now + 3_600 };
      const parts = [
        { alg: "RS256", kid: "tests" },
        { ...claims, ...claimsOf(person) },
      ];
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
      return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const personOf = (userId: string) => Object.values(DEMO_PEOPLE).find((person) => person.userId === userId);

const claimsOf = ({ name, privileged }: DemoPerson) => ({ companyId: DEMO_COMPANY.id, name, privileged });
