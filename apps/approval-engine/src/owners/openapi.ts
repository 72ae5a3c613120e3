import { BUILT_IN_KINDS } from "@countersign/contracts";
import Fastify from "fastify";

import { addDocumentRoutes, describeDocumentRoutes } from "./owner-routes.ts";

/** Nobody asks it anything. */
const nothing = async (): Promise<never> => {
  throw new Error("The description answers no request");
};

/** Describes the documents of business services over HTTP as an OpenAPI 3.1 document, with the built-in kinds. */
export async function createOpenApi(): Promise<object> {
  const app = Fastify();
  await app.register(
    async (scope) => {
      await describeDocumentRoutes(scope);
      addDocumentRoutes(scope, {
        kinds: BUILT_IN_KINDS,
        commands: { submitForOwner: nothing, cancelForOwner: nothing, amendForOwner: nothing },
        owners: { documentOfOwner: nothing },
        runFeed: { subscribeRun: () => () => undefined },
        serviceCompanies: undefined,
      });
      scope.get("/openapi.json", { schema: { hide: true } }, () => scope.swagger());
    },
    { prefix: "/api/v1" },
  );
  const response = await app.inject("/api/v1/openapi.json");
  await app.close();
  return response.json<object>();
}
