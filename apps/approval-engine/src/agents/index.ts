export { type AgentsConfig, agentsConfig, agentsEnvironment, findAgentsFaults } from "./agents-config.ts";
export { type AgentsOptions, agentRoutes } from "./agent-routes.ts";
export { startExpiry } from "./start-expiry.ts";
