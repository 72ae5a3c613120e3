import { startServiceProcess } from "@countersign/runtime";
import { loadConfig, runMain } from "@countersign/service-kit";
import { hrServiceConfig, hrServiceEnvironment } from "./config.ts";
import { SERVICE_NAME, startHrService } from "./service.ts";

await runMain(() =>
  startServiceProcess({
    name: SERVICE_NAME,
    config: hrServiceConfig(loadConfig(hrServiceEnvironment, process.env)),
    start: startHrService,
  }),
);
