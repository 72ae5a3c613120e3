import { randomBytes } from "node:crypto";

import { DomainError } from "@countersign/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { ConsoleConfig } from "./console-config.ts";
import { type ConsoleFile, type ConsoleFiles, holdsConsole, readConsoleFiles } from "./console-files.ts";
import type { ConsoleOptions } from "./console-options.ts";
import { developmentRoutes } from "./development-login.ts";

const BASE = "/console/";
const NONCE = /__NONCE__/gu;
/** Hashed names never change their content. */
const FOREVER = "public, max-age=31536000, immutable";
const NONCE_BYTES = 18;

/** What every answer under `/console/` says besides its policy. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "no-referrer",
};

/**
 * Serves the built console below `/console/`, to everybody: its pages hold nothing of any company. Each page gets a
 * policy with a nonce of its own; scripts come from files alone.
 *
 * @throws Error when the configured folder holds no built console, unless it is being built
 */
export async function consoleRoutes(app: FastifyInstance, { config, logIn }: ConsoleOptions): Promise<void> {
  let built = config.isBeingBuilt ? undefined : readConsoleFiles(config.directory);
  const filesNow = () => {
    if (built === undefined && holdsConsole(config.directory)) built = readConsoleFiles(config.directory);
    return built;
  };
  app.addHook("onSend", async (_request, reply) => void reply.headers(HEADERS));
  app.get("/console", async (_request, reply) => reply.redirect(BASE, 308));
  app.get(`${BASE}config.json`, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ auth: config.auth }),
  );
  if (logIn) await app.register(developmentRoutes, logIn);
  app.get<{ Params: { "*": string } }>(`${BASE}*`, async (request, reply) => {
    const files = filesNow();
    return files ? answer(request, reply, files, config) : sayBeingBuilt(reply);
  });
}

const BEING_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="refresh" content="1" />
    <meta name="color-scheme" content="light dark" />
    <title>Countersign</title>
  </head>
  <body>
    <p>The console is being built. This page opens it as soon as it is there.</p>
  </body>
</html>
`;

function sayBeingBuilt(reply: FastifyReply) {
  return reply
    .code(503)
    .header("retry-after", "1")
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .type("text/html; charset=utf-8")
    .send(BEING_BUILT);
}

function answer(
  request: FastifyRequest<{ Params: { "*": string } }>,
  reply: FastifyReply,
  { page, files }: ConsoleFiles,
  config: ConsoleConfig,
) {
  const path = request.params["*"];
  const file = files.get(path);
  if (file) return sendFile(request, reply, file, path.startsWith("assets/"));
  // Addresses of pages have no dot; a missing file is not a page.
  if (path.includes(".")) throw new DomainError("NOT_FOUND", "There is no such file");
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return reply
    .header("content-security-policy", policyOf(nonce, config))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(NONCE, nonce));
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, body, gzip }: ConsoleFile,
  isHashed: boolean,
) {
  void reply.header("cache-control", isHashed ? FOREVER : "no-cache").header("etag", etag);
  if (gzip) void reply.header("vary", "accept-encoding");
  if (headers["if-none-match"] === etag) return reply.code(304).send();
  void reply.type(type);
  const takesGzip = /\bgzip\b/u.test(headers["accept-encoding"] ?? "");
  if (gzip === undefined || !takesGzip) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(gzip);
}

/** Everything is refused that the console does not need, inline scripts and markup from text above all. */
function policyOf(nonce: string, { origins }: ConsoleConfig): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(" "),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
