import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const FILE = join(WORKSPACE_ROOT, "examples/n8n/workflow.json");

/** A workflow as n8n imports it: nodes by unique names, and connections between them. */
const workflow = z.strictObject({
  name: z.string().min(1),
  nodes: z
    .array(
      z.strictObject({
        id: z.uuid(),
        name: z.string().min(1),
        type: z.string().regex(/^n8n-nodes-base\.[A-Za-z]+$/u),
        typeVersion: z.number().positive(),
        position: z.tuple([z.number(), z.number()]),
        webhookId: z.uuid().optional(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
  connections: z.record(
    z.string(),
    z.strictObject({
      main: z.array(
        z.array(z.strictObject({ node: z.string(), type: z.literal("main"), index: z.int().nonnegative() })),
      ),
    }),
  ),
  settings: z.strictObject({ executionOrder: z.literal("v1") }),
  pinData: z.record(z.string(), z.array(z.strictObject({ json: z.record(z.string(), z.unknown()) }))),
  active: z.literal(false),
});

const { nodes, connections, pinData } = workflow.parse(JSON.parse(readFileSync(FILE, "utf8")));
const names = nodes.map(({ name }) => name);
const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;

it("examples/n8n is a workflow whose nodes are connected, with no credentials of anybody [WEB-4]", () => {
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
  for (const name of [...Object.keys(connections), ...Object.keys(pinData), ...targets]) {
    expect(names).toContain(name);
  }
  // Each node begins a flow or is led to.
  const starts = nodes.filter(({ type }) => /Trigger$|webhook$/u.test(type)).map(({ name }) => name);
  expect(new Set([...starts, ...targets])).toEqual(new Set(names));
  expect(readFileSync(FILE, "utf8")).not.toMatch(/Bearer|whsec_[A-Za-z0-9+]/u);
  expect(parametersOf("Submit")["url"]).toContain("/api/v1/documents");
});

it("examples/n8n lets signed events through alone [WEB-4]", async () => {
  const secret = Buffer.alloc(32, 3);
  const body = JSON.stringify({ type: "approval.outcome.completed", data: { title: "Über den Hof" } });
  const now = Math.floor(Date.now() / 1_000);
  const signatureOf = (key: Uint8Array, sentAt: number) =>
    `v1,${createHmac("sha256", key).update(`e1.${sentAt}.${body}`).digest("base64")}`;
  const code = String(parametersOf("Check signature")["jsCode"]);
  type Run = (this: object, $input: object, $env: object, require: NodeJS.Require) => Promise<unknown>;
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...parts: string[]) => Run;
  const run = async (signature: string | undefined, sentAt: number) => {
    const headers = {
      "webhook-id": "e1",
      "webhook-timestamp": String(sentAt),
      "webhook-signature": signature,
    };
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
    const input = { first: () => ({ json: { headers } }) };
    const env = { WEBHOOK_SECRET: `whsec_${secret.toString("base64")}` };
    const node = new AsyncFunction("$input", "$env", "require", code);
    return node.call({ helpers }, input, env, createRequire(import.meta.url));
  };
  const signature = signatureOf(secret, now);
  const [other, hourAgo] = [Buffer.alloc(32, 4), now - 3_600];
  expect(await run(signature, now)).toEqual([{ json: { eventId: "e1", ...JSON.parse(body) } }]);
  expect(await run(`${signatureOf(other, now)} ${signature}`, now)).toHaveLength(1);
  for (const [given, sentAt] of [
    [signatureOf(other, now), now],
    [undefined, now],
    [signature, now - 1],
    [signatureOf(secret, hourAgo), hourAgo],
  ] as const) {
    await expect(run(given, sentAt)).rejects.toThrow("not signed, or too old");
  }
});
