import { useRef } from "react";
import { type AnyVariables, type TypedDocumentNode, useMutation } from "urql";

import type { MessageId } from "../messages/i18n.ts";
import { type Refusal, useRefusalOf } from "./refusal.ts";

/** The answer to a command. */
export type Outcome<Data> = { data: Data; refusal?: undefined } | { data?: undefined; refusal: Refusal };

/** A mutation that the reader sends. */
export interface Command<Data, Variables> {
  isBusy: boolean;
  /** Why the last attempt was refused. */
  refusal: Refusal | undefined;
  send: (variables: Variables, options?: ReturnType<typeof outlivingThePage>) => Promise<Outcome<Data>>;
}

/**
 * The way to send a mutation. Nothing is sent again by itself.
 *
 * @param lostText - said where the answer was lost: nobody knows then what became of the command
 */
export function useCommand<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  lostText: MessageId = "failure.lost",
): Command<Data, Variables> {
  const refusalOf = useRefusalOf();
  const [{ fetching, error }, execute] = useMutation(mutation);
  const send = async (variables: Variables, options = {}): Promise<Outcome<Data>> => {
    const result = await execute(variables, options);
    if (result.error) return { refusal: refusalOf(result.error, lostText) };
    return { data: result.data as Data };
  };
  return { isBusy: fetching, refusal: error && refusalOf(error, lostText), send };
}

/** The input of a command that the engine carries out once, however often it is sent with the same key. */
interface KeyedInput {
  idempotencyKey?: string | null | undefined;
}

const KEY_BYTES = 16;
/** Browsers send 64 KB while a page closes; this leaves room for the mutation itself. */
const SMALL_MAX = 50_000;

/** The options of a command that is sent even while its page closes, if it is small enough. */
export const outlivingThePage = (input: object): { fetchOptions?: { keepalive: true } } =>
  JSON.stringify(input).length < SMALL_MAX ? { fetchOptions: { keepalive: true } } : {};

/** A command with a key, and what its mutation takes beside the input. */
interface KeyedCommand<Data, Variables extends { input: KeyedInput }> extends Omit<
  Command<Data, Variables>,
  "send"
> {
  send: (input: Variables["input"], beside?: Omit<Variables, "input">) => Promise<Outcome<Data>>;
}

/**
 * A command that the reader may send again because its answer was lost: the key stays the same as long as
 * the command does, until it has succeeded.
 */
export function useKeyedCommand<Data, Variables extends { input: KeyedInput }>(
  mutation: TypedDocumentNode<Data, Variables>,
): KeyedCommand<Data, Variables> {
  const command = useCommand(mutation, "failure.lostOnce");
  const attempt = useRef<{ content: string; idempotencyKey: string }>(undefined);
  const send: KeyedCommand<Data, Variables>["send"] = async (input, beside) => {
    const content = JSON.stringify([input, beside]);
    if (attempt.current?.content !== content) attempt.current = { content, idempotencyKey: randomKey() };
    const { idempotencyKey } = attempt.current;
    const variables = { ...beside, input: { ...input, idempotencyKey } } as unknown as Variables;
    const outcome = await command.send(variables, outlivingThePage(variables));
    if (outcome.refusal === undefined) attempt.current = undefined;
    return outcome;
  };
  return { ...command, send };
}

/** A key that no other command has. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
}
