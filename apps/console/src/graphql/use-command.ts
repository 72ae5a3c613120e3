import { useRef } from "react";
import { type CombinedError, type OperationResult, type TypedDocumentNode, useMutation } from "urql";

/** A mutation that may be sent again without acting twice. */
export interface Command<Data, Input> {
  busy: boolean;
  error: CombinedError | undefined;
  send: (input: Input) => Promise<OperationResult<Data>>;
}

const KEY_BYTES = 16;

/**
 * The engine acts once on a command that is sent again because its answer was lost: the key stays the same as long as
 * the command does, until it has succeeded.
 */
export function useCommand<Data, Input extends { idempotencyKey?: string | null | undefined }>(
  mutation: TypedDocumentNode<Data, { input: Input }>,
): Command<Data, Input> {
  const [{ fetching, error }, execute] = useMutation(mutation);
  const attempt = useRef<{ content: string; idempotencyKey: string }>(undefined);
  const send = async (input: Input) => {
    const content = JSON.stringify(input);
    if (attempt.current?.content !== content) attempt.current = { content, idempotencyKey: randomKey() };
    const { idempotencyKey } = attempt.current;
    const result = await execute({ input: { ...input, idempotencyKey } });
    if (result.error === undefined) attempt.current = undefined;
    return result;
  };
  return { busy: fetching, error, send };
}

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
}
