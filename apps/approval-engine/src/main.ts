import { runMain } from "@countersign/service-kit";
import { approvalEngine } from "./service.ts";

await runMain(() => approvalEngine.start(process.env));
