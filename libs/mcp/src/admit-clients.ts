import { createJsonParser } from "@countersign/service-kit";
import accepts from "@fastify/accepts";
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { noteLosses } from "./argument-problems.ts";
import { BROWSERS, createOriginGuard } from "./origin-guard.ts";

/**
 * Makes a scope one for clients of the protocol: it takes JSON alone, lets the allowed pages in, and no page that tricks a
 * browser.
 */
export function admitClients(
  app: FastifyInstance,
  allowedOrigins: Parameters<typeof createOriginGuard>[0],
): void {
  parseMessages(app);
  app.addHook("onRequest", createOriginGuard(allowedOrigins));
  void app.register(cors, BROWSERS);
  void app.register(accepts);
}

/**
 * Reads JSON and nothing else as a message, and notes what of a call's arguments is lost so. A DELETE may name the type of
 * the body that it does not have.
 */
function parseMessages(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = createJsonParser(app);
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, next) => {
    if (request.method === "DELETE" && body.length === 0) next(null, undefined);
    else {
      void parseJson(request, body, (error, message?: unknown) => {
        if (!error) noteLosses(message, body.toString());
        next(error, message);
      });
    }
  });
}
