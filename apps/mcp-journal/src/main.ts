import { runMain } from "@countersign/service-kit";
import { mcpJournal } from "./service.ts";

await runMain(() => mcpJournal.start(process.env));
