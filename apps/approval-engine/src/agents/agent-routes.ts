import type { OnLeaving, VerifyToken } from "@countersign/auth";
import { createCallMetrics, createToolCalls } from "@countersign/mcp";
import { createUserLanes, type Logger, type Metrics } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import type { Db } from "mongodb";

import type { RunReadModel } from "../inbox/index.ts";
import { type RunFeed, type WAITS_MAX, createWaits } from "../live/index.ts";
import type { AgentsConfig } from "./agents-config.ts";
import { askRoutes } from "./ask-routes.ts";
import { grantKeyOf } from "./grant-key.ts";
import { createGrants } from "./grants.ts";
import type { AskCommands } from "./tools/ask-tool.ts";
import { createAskTools } from "./tools/ask-tools.ts";

export interface AgentsOptions extends AgentsConfig {
  /** Issuer of the tokens that are taken. */
  tokenIssuer: string;
  allowedHosts?: readonly string[];
  allowedOrigins?: readonly string[];
  /** Default: {@link WAITS_MAX}. */
  waitsMax?: { -readonly [Key in keyof typeof WAITS_MAX]: number };
}

export interface AgentsDependencies {
  db: Pick<Db, "collection">;
  commands: AskCommands;
  runs: RunReadModel;
  runFeed: Pick<RunFeed, "subscribeRun">;
  /** Takes tokens for the tools, and those for the engine. */
  verify: VerifyToken;
  onLeaving: OnLeaving;
  logger: Logger;
  metrics: Metrics;
  clock: () => Date;
}

/** The address for agents on the public port, behind its own token check (contract-3, ASK-1). */
export async function agentRoutes(
  app: FastifyInstance,
  { agents, ...dependencies }: AgentsDependencies & { agents: AgentsOptions },
): Promise<void> {
  const { db, commands, runs, runFeed, verify, onLeaving, logger, metrics, clock } = dependencies;
  const key = await grantKeyOf(agents.grantKey);
  const publicUrl = () => agents.publicUrl ?? ownAddress(app.server.address());
  const consoleUrl = () => agents.consoleUrl ?? `${publicUrl()}/console`;
  const tools = createAskTools({
    db,
    commands,
    runs,
    grants: createGrants({ db, key, issuer: publicUrl, clock }),
    clock,
    waits: createWaits({ runFeed, onLeaving, ...(agents.waitsMax && { max: agents.waitsMax }) }),
    urlOf: (id) => `${consoleUrl()}/documents/${id}`,
    onFailure: (error, tool) => logger.error({ err: error, tool }, "a tool failed unexpectedly"),
  });
  const lanes = createUserLanes();
  const calls = createToolCalls(tools, { lanes, onCall: createCallMetrics(metrics) });
  const { allowedHosts = [], allowedOrigins = [], tokenIssuer: issuer } = agents;
  await askRoutes(app, { calls, verify, lanes, issuer, publicUrl, allowedHosts, allowedOrigins, key });
}

/** The address at which the app listens, once it does: the port may be any free one. Clients compare it with theirs. */
function ownAddress(listening: AddressInfo | string | null): string {
  if (listening === null || typeof listening === "string") return "http://localhost";
  const { address, family, port } = listening;
  if (address === "::" || address === "0.0.0.0") return `http://localhost:${port}`;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
