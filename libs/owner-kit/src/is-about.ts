import type { AnswerEvent, OutcomeEvent } from "./client.ts";

/** A submission as its owner keeps it. */
export interface KeptSubmission {
  /** The id that it was sent with: `id` of the durable command, or `requestId` of the request. */
  requestId: string;
  /** Its run, once an answer has named it. */
  runId?: string | undefined;
}

/**
 * Whether an answer or outcome is about a submission (contract-3, OPS-4): by its run where both name one, else by its id,
 * so that an outcome counts although the answer to the submission comes later.
 *
 * @returns `undefined` where the message does not say, as the outcomes of engines before `requestId`
 */
export function isAbout(
  { data }: Pick<AnswerEvent | OutcomeEvent, "data">,
  { requestId, runId }: KeptSubmission,
): boolean | undefined {
  if (runId !== undefined && "runId" in data && data.runId !== undefined) return data.runId === runId;
  return data.requestId === undefined ? undefined : data.requestId === requestId;
}
