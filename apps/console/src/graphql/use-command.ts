import { useRef } from "react";
import { type AnyVariables, type TypedDocumentNode, useMutation } from "urql";

import { type Refusal, useRefusalOf } from "./refusal.ts";

/** The answer to a command. */
export type Outcome<Data> = { data: Data; refusal?: undefined } | { data?: undefined; refusal: Refusal };

/** A mutation that the reader sends. */
export interface Command<Data, Variables> {
  isBusy: boolean;
  /** Why the last attempt was refused. */
  refusal: Refusal | undefined;
  /** @param isSmall - whether it is sent even while the page closes: browsers take 64 KB then */
  send: (variables: Variables, isSmall?: boolean) => Promise<Outcome<Data>>;
}

/** The way to send a mutation. Nothing is sent again by itself. */
export function useCommand<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
): Command<Data, Variables> {
  const refusalOf = useRefusalOf();
  const [{ fetching, error }, execute] = useMutation(mutation);
  const send = async (variables: Variables, isSmall = false): Promise<Outcome<Data>> => {
    const result = await execute(variables, isSmall ? OUTLIVES_THE_PAGE : {});
    if (result.error) return { refusal: refusalOf(result.error) };
    return { data: result.data as Data };
  };
  return { isBusy: fetching, refusal: error && refusalOf(error), send };
}

/** The input of a command that the engine carries out once, however often it is sent with the same key. */
interface KeyedInput {
  idempotencyKey?: string | null | undefined;
}

const KEY_BYTES = 16;
const OUTLIVES_THE_PAGE = { fetchOptions: { keepalive: true } };
/** Leaves room for the mutation itself. */
const SMALL_MAX = 50_000;

/**
 * A command on a run, which the reader may send again because its answer was lost: the key stays the same as long as
 * the command does, until it has succeeded.
 */
export function useRunCommand<Data, Input extends KeyedInput>(
  mutation: TypedDocumentNode<Data, { input: Input }>,
): Command<Data, Input> {
  const command = useCommand(mutation);
  const attempt = useRef<{ content: string; idempotencyKey: string }>(undefined);
  const send = async (input: Input) => {
    const content = JSON.stringify(input);
    if (attempt.current?.content !== content) attempt.current = { content, idempotencyKey: randomKey() };
    const { idempotencyKey } = attempt.current;
    const outcome = await command.send({ input: { ...input, idempotencyKey } }, content.length < SMALL_MAX);
    if (outcome.refusal === undefined) attempt.current = undefined;
    return outcome;
  };
  return { ...command, send };
}

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
}
