import { createInProcessBus } from "@countersign/bus";
import { createHash } from "node:crypto";
import { afterwards, silentLogger, useTestStore } from "@countersign/testing";
import { type JSONWebKeySet, createLocalJWKSet, decodeJwt, errors, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";

import { ACTION_JSON, useAskWorld } from "../../test/ask-fixture.ts";
import { bearerOf } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const world = await useAskWorld(store);
const { nora, milan, agentOf, decide } = world;
const agent = agentOf(nora);
const SHA = createHash("sha256").update(ACTION_JSON).digest("hex");

/** The check of a tool server, which has the published keys and needs nothing else of the engine. */
async function verified(grant: string, options: { audience?: string; at?: Date } = {}) {
  const { audience = "countersign-tools", at = world.now() } = options;
  const keys = (await world.app.inject("/.well-known/jwks.json")).json<JSONWebKeySet>();
  return jwtVerify(grant, createLocalJWKSet(keys), { audience, algorithms: ["EdDSA"], currentDate: at });
}

const approved = async (fields: Record<string, unknown> = {}) => {
  const id = await agent.ask(fields);
  await decide(id, "APPROVED", "go on");
  const { data } = await agent.call("get_approval", { id });
  return { id, grant: String(data["grant"]), data };
};

describe("the grant of an approved request", () => {
  it("is a token for exactly the approved action, which the published keys verify [ASK-3]", async () => {
    const { id, grant, data } = await approved();
    expect(data).toMatchObject({ status: "APPROVED", decisions: [{ verdict: "APPROVED", remark: "go on" }] });
    const { payload, protectedHeader } = await verified(grant);
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "grant+jwt" });
    expect(payload).toMatchObject({ requestId: id, actionSha256: SHA, aud: "countersign-tools" });
    expect(payload.exp! - payload.iat!).toBe(600);
    expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it("is for the tool server that was named, and refused a second late [ASK-3]", async () => {
    const { grant } = await approved({ audience: "deployments", title: "Deploy to production" });
    const { exp = 0 } = decodeJwt(grant);
    await expect(verified(grant)).rejects.toThrow(errors.JWTClaimValidationFailed);
    const last = { audience: "deployments", at: new Date(exp * 1_000 - 1) };
    await expect(verified(grant, last)).resolves.toMatchObject({ payload: { aud: "deployments" } });
    await expect(verified(grant, { ...last, at: new Date(exp * 1_000) })).rejects.toThrow(errors.JWTExpired);
  });

  it("is the same one from every replica, until it has ended; then there is none [ASK-3]", async () => {
    const id = await agent.ask({ title: "Replace the certificate" });
    await decide(id, "APPROVED");
    const bus = createInProcessBus({ logger: silentLogger });
    afterwards(() => bus.close());
    const there = await useAskWorld(store, { bus });
    const asked = [agent, there.agentOf(nora), agent, there.agentOf(nora)];
    const answers = await Promise.all(asked.map((one) => one.call("get_approval", { id })));
    const grants = answers.map(({ data }) => data["grant"]);
    expect(new Set(grants).size).toBe(1);
    expect(decodeJwt(String(grants[0]))).toMatchObject({ requestId: id });
    there.later(601_000);
    const { data } = await there.agentOf(nora).call("get_approval", { id });
    expect(data).toMatchObject({ status: "APPROVED" });
    expect(data).not.toHaveProperty("grant");
  });

  it.each([
    ["before the hour after the verdict ends", {}, 3_599_000, "APPROVED"],
    ["an hour after the verdict", {}, 3_600_000, "EXPIRED"],
    ["before the request ends", { expiresIn: 600 }, 598_000, "APPROVED"],
    ["once the request has ended", { expiresIn: 600 }, 600_000, "EXPIRED"],
  ])("is fetched in time: %s [MEET-12]", async (_, fields, laterMs, status) => {
    const own = await useAskWorld(store);
    const ownAgent = own.agentOf(own.nora);
    const id = await ownAgent.ask(fields);
    await own.decide(id, "APPROVED");
    own.later(laterMs);
    const { data } = await ownAgent.call("get_approval", { id });
    const wait = await ownAgent.call("wait_for_approval", { id, seconds: 1 });
    const list = await ownAgent.call("list_my_requests");
    expect([data["status"], wait.data["status"], list.data["items"]]).toEqual([
      status,
      status,
      [expect.objectContaining({ id, status })],
    ]);
    expect([data["grant"] !== undefined, wait.data["grant"] !== undefined]).toEqual(
      status === "APPROVED" ? [true, true] : [false, false],
    );
  });

  it("is not given again after that hour, also where it was fetched in time [MEET-12]", async () => {
    const own = await useAskWorld(store);
    const ownAgent = own.agentOf(own.nora);
    const id = await ownAgent.ask();
    await own.decide(id, "APPROVED");
    own.later(3_590_000);
    expect((await ownAgent.call("get_approval", { id })).data).toHaveProperty("grant");
    own.later(10_000);
    const { data } = await ownAgent.call("get_approval", { id });
    expect(data).toMatchObject({ status: "EXPIRED" });
    expect(data).not.toHaveProperty("grant");
  });

  it("is no credential at the engine [ASK-3]", async () => {
    const { grant } = await approved({ audience: "countersign-ask", title: "Rotate the keys" });
    for (const url of ["/graphql", "/api/mcp/approvals"]) {
      const headers = { authorization: `Bearer ${grant}` };
      const { statusCode } = await world.app.inject({ method: "POST", url, headers, payload: {} });
      expect(statusCode).toBe(401);
    }
  });

  it("is not given for a request without an action, which names no call [ASK-3]", async () => {
    const { data } = await approved({ title: "Take the day off", action: null });
    expect(data).toMatchObject({ status: "APPROVED" });
    expect(data).not.toHaveProperty("grant");
  });

  it("is not given for a document that its owner changed after it was asked [ASK-2]", async () => {
    await world.engine.updateApprovalSettings({ ...milan, privileged: true }, { onAmend: "ASK_AGAIN" });
    const id = await agent.ask({ title: "Send the mail" });
    const owner = { ...nora, isService: true as const };
    await world.engine.amendDocument(owner, { refId: id, document: { title: "Send one mail" } });
    await decide(id, "APPROVED");
    const { data } = await agent.call("get_approval", { id });
    expect(data).toMatchObject({ status: "APPROVED" });
    expect(data).not.toHaveProperty("grant");
  });
});

it("the keys are public, and say which key signed [ASK-3]", async () => {
  const { statusCode, body } = await world.app.inject("/.well-known/jwks.json");
  const { keys } = JSON.parse(body) as JSONWebKeySet;
  expect([statusCode, keys.length]).toEqual([200, 1]);
  expect(keys[0]).toMatchObject({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" });
  expect(keys[0]).not.toHaveProperty("d");
  expect(await bearerOf(nora)).not.toContain(keys[0]!.kid);
});
