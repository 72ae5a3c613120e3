export { type ConsoleOptions, consoleOptionsOf } from "./console-options.ts";
export { consoleRoutes } from "./console-routes.ts";
