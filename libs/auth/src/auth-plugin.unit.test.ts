import { DomainError } from "@countersign/domain/errors";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { authPlugin, type AuthPluginOptions } from "./auth-plugin.ts";
import type { Principal } from "./principal.ts";

const ADA: Principal = {
  issuer: "https://id.example.com",
  userId: "65f0a1b2c3d4e5f6a7b8c9d0",
  companyId: "65f0a1b2c3d4e5f6a7b8c9d1",
  privileged: false,
  expiresAt: 4_000_000_000,
};

async function verifyGood(token: string): Promise<Principal> {
  if (token === "good") return ADA;
  throw new DomainError("UNAUTHENTICATED", 'The token\'s "aud" is not accepted');
}

async function appWith(options: Partial<AuthPluginOptions> = {}) {
  const app = Fastify();
  await app.register(authPlugin, { verify: verifyGood, ...options });
  app.post("/who", (request) => request.principal ?? "nobody");
  return app;
}

/** Asks who the caller is, with these headers. */
async function who(headers: Record<string, string>, options?: Partial<AuthPluginOptions>) {
  const app = await appWith(options);
  return app.inject({ method: "POST", url: "/who", headers });
}

it("hands the principal of a good credential to the handler [CT-AUTH-01]", async () => {
  expect((await who({ authorization: "bearer good" })).json()).toEqual(ADA);
});

it.each([undefined, "", "Basic Z29vZA==", "Bearer", "Bearer ", "Bearer a b", "good"])(
  "challenges a request whose Authorization is %j [CT-AUTH-04]",
  async (authorization) => {
    const response = await who(authorization === undefined ? {} : { authorization });
    expect(response.statusCode).toBe(401);
    expect(response.headers["www-authenticate"]).toBe('Bearer realm="countersign"');
    expect(response.json()).toEqual({
      statusCode: 401,
      code: "UNAUTHENTICATED",
      error: "Unauthorized",
      message: "A bearer token is required",
    });
  },
);

it("says what is wrong with a bad token [CT-AUTH-04]", async () => {
  const response = await who({ authorization: "Bearer bad" });
  expect(response.statusCode).toBe(401);
  expect(response.headers["www-authenticate"]).toBe(
    `Bearer realm="countersign", error="invalid_token", error_description="The token's 'aud' is not accepted"`,
  );
});

it("refuses a credential that is not of the user whom the client expects [CON-7]", async () => {
  const authorization = "Bearer good";
  expect((await who({ authorization, "expected-user": ADA.userId })).json()).toEqual(ADA);
  const response = await who({ authorization, "expected-user": "65f0a1b2c3d4e5f6a7b8c9d9" });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ message: "The credential is not of the expected user" });
});

it("names the resource metadata where there is one [CT-AUTH-05]", async () => {
  const resourceMetadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource";
  const response = await who({}, { resourceMetadataUrl: () => resourceMetadataUrl });
  expect(response.headers["www-authenticate"]).toBe(
    `Bearer realm="countersign", resource_metadata="${resourceMetadataUrl}"`,
  );
});

it("names the scopes where there are some [MCP-4]", async () => {
  const response = await who({}, { scopes: ["journal:read", "journal:post"] });
  expect(response.headers["www-authenticate"]).toBe(
    'Bearer realm="countersign", scope="journal:read journal:post"',
  );
});

it("answers 401 before the body is looked at [CT-AUTH-06]", async () => {
  const app = await appWith();
  const response = await app.inject({
    method: "POST",
    url: "/who",
    headers: { "content-type": "application/json" },
    payload: "{ not json",
  });
  expect(response.statusCode).toBe(401);
});

it("lets exempt requests pass, which authenticate later", async () => {
  const response = await who(
    { upgrade: "websocket" },
    { exempt: (request) => request.headers.upgrade === "websocket" },
  );
  expect(response.body).toBe("nobody");
});

it("leaves errors other than refusals to the error handler", async () => {
  const response = await who(
    { authorization: "Bearer good" },
    { verify: () => Promise.reject(new TypeError("a bug")) },
  );
  expect(response.statusCode).toBe(500);
  expect(response.headers["www-authenticate"]).toBeUndefined();
});
