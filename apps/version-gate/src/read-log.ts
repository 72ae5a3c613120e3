import type { Logger } from "@countersign/service-kit";
import type { EndedRead } from "./group-read.ts";

/**
 * Creates the log of the store's reads: a line when they begin to fail and one when they succeed again, however many
 * requests come in between.
 */
export function createReadLog(logger: Pick<Logger, "info" | "error">): (read: EndedRead) => void {
  let isFailing = false;
  return ({ error }) => {
    if (error !== undefined && !isFailing) logger.error({ err: error }, "the store does not answer");
    if (error === undefined && isFailing) logger.info("the store answers again");
    isFailing = error !== undefined;
  };
}
