import { authPlugin } from "@countersign/auth";
import type { Owner } from "@countersign/contracts";
import { defineService, type Service } from "@countersign/runtime";
import { createHttpApp, createUserLanes, laneRequests } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import type { OwnerRepositories } from "./client.ts";
import { ownerServiceConfig, ownerServiceEnvironment } from "./config.ts";
import type { Json } from "./openapi.ts";
import { type OwnerHandlers, type OwnerSetup, startOwner } from "./start-owner.ts";

/** Largest body, in bytes; documents are small. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The rules of one owner for its documents. */
export interface OwnerRules<R extends OwnerRepositories> extends OwnerHandlers<R> {
  /** The REST API; every request has a principal. */
  routes: (app: FastifyInstance) => Promise<void>;
}

/** The definition of an owner's service; its `name` is that of the process, its logs and metrics too. */
export interface OwnerDefinition<O extends Owner, R extends OwnerRepositories> extends OwnerSetup<
  O,
  R,
  OwnerRules<R>
> {
  /** Defaults of `PORT` and `INTERNAL_PORT`. */
  ports: { port: number; internalPort: number };
  /** OpenAPI document, served to anyone at `/api/openapi.json`. */
  description: Json;
}

/** Defines the service of an owner: {@link startOwner} and its REST API. */
export function defineOwnerService<O extends Owner, R extends OwnerRepositories>({
  ports,
  description,
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
      publicApp.get("/api/openapi.json", () => description);
      await publicApp.register(async (scope) => {
        await scope.register(authPlugin, { verify });
        laneRequests(scope, createUserLanes());
        await scope.register(routes);
      });
      return { publicApp };
    },
  });
}
