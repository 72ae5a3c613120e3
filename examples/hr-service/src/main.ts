import { runMain } from "@countersign/service-kit";
import { hrService } from "./service.ts";

await runMain(() => hrService.start(process.env));
