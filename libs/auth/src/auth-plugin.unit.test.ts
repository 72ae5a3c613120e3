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

it("hands the principal of a good credential to the handler [CT-AUTH-01]", async () => {
  const app = await appWith();
  const response = await app.inject({
    method: "POST",
    url: "/who",
    headers: { authorization: "bearer good" },
  });
  expect(response.json()).toEqual(ADA);
});

it.each([undefined, "", "Basic Z29vZA==", "Bearer", "Bearer ", "Bearer a b", "good"])(
  "challenges a request whose Authorization is %j [CT-AUTH-04]",
  async (authorization) => {
    const app = await appWith();
    const response = await app.inject({
      method: "POST",
      url: "/who",
      headers: authorization === undefined ? {} : { authorization },
    });
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
  const app = await appWith();
  const response = await app.inject({
    method: "POST",
    url: "/who",
    headers: { authorization: "Bearer bad" },
  });
  expect(response.statusCode).toBe(401);
  expect(response.headers["www-authenticate"]).toBe(
    `Bearer realm="countersign", error="invalid_token", error_description="The token's 'aud' is not accepted"`,
  );
});

it("names the resource metadata where there is one [CT-AUTH-05]", async () => {
  const resourceMetadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource";
  const app = await appWith({ resourceMetadataUrl: () => resourceMetadataUrl });
  const response = await app.inject({ method: "POST", url: "/who" });
  expect(response.headers["www-authenticate"]).toBe(
    `Bearer realm="countersign", resource_metadata="${resourceMetadataUrl}"`,
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
  const app = await appWith({ exempt: (request) => request.headers.upgrade === "websocket" });
  const response = await app.inject({ method: "POST", url: "/who", headers: { upgrade: "websocket" } });
  expect(response.body).toBe("nobody");
});

it("leaves errors other than refusals to the error handler", async () => {
  const app = await appWith({ verify: () => Promise.reject(new TypeError("a bug")) });
  const response = await app.inject({
    method: "POST",
    url: "/who",
    headers: { authorization: "Bearer good" },
  });
  expect(response.statusCode).toBe(500);
  expect(response.headers["www-authenticate"]).toBeUndefined();
});
