export { type AgentsOptions, agentRoutes } from "./agent-routes.ts";
