import { authPlugin, refuseAuditorChanges } from "@countersign/auth";
import type { Owner } from "@countersign/contracts";
import { defineService, type Service } from "@countersign/runtime";
import {
  type ApiDescription,
  checkRequestsByZod,
  createHttpApp,
  createUserLanes,
  describeRoutes,
  laneRequests,
  type ZodApp,
} from "@countersign/service-kit";
import type { OwnerRepositories } from "./client.ts";
import { ownerServiceConfig, ownerServiceEnvironment } from "./config.ts";
import { errorSchema } from "./openapi.ts";
import { type OwnerHandlers, type OwnerSetup, startOwner } from "./start-owner.ts";

/** Largest body, in bytes; documents are small. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The rules of one owner for its documents. */
export interface OwnerRules<R extends OwnerRepositories> extends OwnerHandlers<R> {
  /** The REST API; every request has a principal. */
  routes: (app: ZodApp) => Promise<void>;
}

/** The definition of an owner's service; its `name` is that of the process, its logs and metrics too. */
export interface OwnerDefinition<O extends Owner, R extends OwnerRepositories> extends OwnerSetup<
  O,
  R,
  OwnerRules<R>
> {
  /** Defaults of `PORT` and `INTERNAL_PORT`. */
  ports: { port: number; internalPort: number };
  /** The parts of the OpenAPI document other than routes; anyone may read it at `/api/openapi.json`. */
  api: Pick<ApiDescription, "title" | "description" | "schemas">;
}

/** Defines the service of an owner: {@link startOwner} and its REST API. */
export function defineOwnerService<O extends Owner, R extends OwnerRepositories>({
  ports,
  api,
  ...setup
}: OwnerDefinition<O, R>): Service {
  return defineService({
    name: setup.name,
    environment: ownerServiceEnvironment(ports),
    config: ownerServiceConfig,
    async start(config, dependencies) {
      const { routes } = await startOwner(setup, config, dependencies);
      const { logger, metrics, tracing, verify } = dependencies;
      const publicApp = createHttpApp({
        logger,
        metrics,
        tracing,
        bodyLimitBytes: BODY_LIMIT_BYTES,
        edge: config.edge,
        shedsLoad: true,
      });
      checkRequestsByZod(publicApp);
      await describeRoutes(publicApp, {
        ...api,
        needsToken: true,
        schemas: { Error: errorSchema, ...api.schemas },
      });
      publicApp.get("/api/openapi.json", { schema: { hide: true } }, () => publicApp.swagger());
      await publicApp.register(async (scope) => {
        await scope.register(authPlugin, { verify });
        scope.addHook("onRequest", refuseAuditorChanges);
        laneRequests(scope, createUserLanes());
        await scope.register(routes);
      });
      return { publicApp };
    },
  });
}
