export {
  type ConsoleConfig,
  consoleConfig,
  consoleEnvironment,
  findConsoleFaults,
} from "./console-config.ts";
export { type ConsoleOptions, consoleOptionsOf } from "./console-options.ts";
export { consoleRoutes } from "./console-routes.ts";
