import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";

import type { ConsoleConfig } from "./console-config.ts";
import type { ConsoleOptions } from "./console-options.ts";
import { developmentRoutes } from "./development-login.ts";

const BASE = "/console/";
const NONCE = /__NONCE__/gu;
/** The files of a build that are served: no dot files, no way out of the folder. */
const FILE = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:css|js|json|png|svg|webmanifest|woff2)$/u;
/** Hashed names never change their content. */
const FOREVER = "public, max-age=31536000, immutable";
const NONCE_BYTES = 18;

/** The headers of every answer under `/console/`, besides its policy. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "no-referrer",
};

/**
 * Serves the built console below `/console/`, to everybody: its pages hold nothing of any company. Each page gets a
 * policy with a nonce of its own; scripts come from files alone, which the build has compressed.
 *
 * @throws Error when the configured folder holds no built console, unless it is being built
 */
export async function consoleRoutes(
  app: FastifyInstance,
  { config, logIn, countWaiting = async () => 0 }: ConsoleOptions,
): Promise<void> {
  const { directory } = config;
  const pageFile = join(directory, "index.html");
  if (!config.isBeingBuilt && !existsSync(pageFile)) {
    throw new Error(`CONSOLE_DIR: ${directory} holds no index.html; npm run console:build makes it`);
  }
  app.addHook("onSend", async (_request, reply) => {
    void reply.headers(HEADERS);
    // The name of RFC 9239; the plugin's is the one before it.
    const type = reply.getHeader("content-type");
    if (type === "application/javascript; charset=utf-8") void reply.type("text/javascript; charset=utf-8");
  });
  await app.register(fastifyStatic, {
    // The folder beside the program in its image is named by a relative path.
    root: resolve(directory),
    serve: false,
    suppressWarning: true,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header("cache-control", path.startsWith(join(directory, "assets/")) ? FOREVER : "no-cache"),
  });
  app.get("/console", async (_request, reply) => reply.redirect(BASE, 308));
  app.get(`${BASE}config.json`, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ auth: config.auth }),
  );
  if (logIn) await app.register(developmentRoutes, { ...logIn, countWaiting });
  let page: string | undefined;
  app.get<{ Params: { "*": string } }>(`${BASE}*`, async (request, reply) => {
    if (!existsSync(pageFile)) return sayBeingBuilt(reply);
    const path = request.params["*"];
    // Addresses of pages have no dot; a missing file is not a page.
    if (!path.includes(".")) return sendPage(reply, (page ??= readFileSync(pageFile, "utf8")), config);
    if (!FILE.test(path) || !existsSync(join(directory, path))) {
      throw new DomainError("NOT_FOUND", text("missing.file"));
    }
    return reply.sendFile(path);
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

function sendPage(reply: FastifyReply, page: string, config: ConsoleConfig): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return reply
    .header("content-security-policy", policyOf(nonce, config))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(NONCE, nonce));
}

/** Everything is refused that the console does not need, inline scripts and markup from text above all. */
function policyOf(nonce: string, { origins }: ConsoleConfig): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(" "),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}
