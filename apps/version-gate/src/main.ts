import { runMain } from "@countersign/service-kit";
import { versionGate } from "./service.ts";

await runMain(() => versionGate.start(process.env));
