import { startServiceProcess } from "@countersign/runtime";
import { loadConfig, runMain } from "@countersign/service-kit";

import { approvalEngineConfig, approvalEngineEnvironment } from "./config.ts";
import { SERVICE_NAME } from "./shared/service-name.ts";
import { startApprovalEngine } from "./service.ts";

await runMain(() =>
  startServiceProcess({
    name: SERVICE_NAME,
    config: approvalEngineConfig(loadConfig(approvalEngineEnvironment, process.env)),
    start: startApprovalEngine,
  }),
);
