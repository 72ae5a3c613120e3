import { runMain } from "@countersign/service-kit";
import { inventoryService } from "./service.ts";

await runMain(() => inventoryService.start(process.env));
