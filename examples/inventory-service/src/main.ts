import { startServiceProcess } from "@countersign/runtime";
import { loadConfig, runMain } from "@countersign/service-kit";
import { inventoryServiceConfig, inventoryServiceEnvironment } from "./config.ts";
import { SERVICE_NAME, startInventoryService } from "./service.ts";

await runMain(() =>
  startServiceProcess({
    name: SERVICE_NAME,
    config: inventoryServiceConfig(loadConfig(inventoryServiceEnvironment, process.env)),
    start: startInventoryService,
  }),
);
