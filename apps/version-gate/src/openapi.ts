import { checkRequestsByZod, describeRoutes } from "@countersign/service-kit";
import Fastify from "fastify";
import { checkBody } from "./check-answer.ts";
import { addPublicRoutes } from "./public-app.ts";
import { errorAnswer } from "./routes/described-routes.ts";
import { versionBody } from "./version-answer.ts";

/** Describes the public surface as an OpenAPI 3.1 document, by the schemas that read its requests and type its answers. */
export async function createOpenApi(): Promise<object> {
  const app = Fastify();
  checkRequestsByZod(app);
  await describeRoutes(app, {
    title: "version-gate",
    description: "Tells apps before log-in which version is current, and what to do. Never stale.",
    needsToken: false,
    schemas: { Versions: versionBody, Check: checkBody, Error: errorAnswer },
    describesHead: true,
  });
  // Nobody asks it anything.
  const reader = { current: async () => undefined, lastServed: () => undefined };
  addPublicRoutes(app, { reader, clock: () => new Date(), onAnswer: () => undefined });
  await app.ready();
  return app.swagger();
}
