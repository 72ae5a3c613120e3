import { defineFeature } from "../shared/feature.ts";
import { consoleConfig, consoleEnvironment, findConsoleFaults } from "./console-config.ts";

/** The built console, with its policy and its log-in. */
export const consoleFeature = defineFeature({
  name: "console",
  uses: [],
  environment: { variables: consoleEnvironment, findFaults: findConsoleFaults, configOf: consoleConfig },
});
