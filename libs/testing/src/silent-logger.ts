import { createLogger } from "@countersign/service-kit";

/** A log that says nothing. */
export const silentLogger = createLogger({ name: "test", level: "silent" });
