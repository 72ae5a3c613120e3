import { setupI18n } from "@lingui/core";

import { ENGINE_ADDRESS, isFromEngine, wasRefused } from "../graphql/address.ts";
import { TIMEOUT_MS } from "../graphql/request-policy.ts";
import type { Said } from "../messages/texts.ts";

/** The beginning of the codes of texts about tokens. */
const ABOUT_TOKENS = "person.token";

/** The answer to a token that is refused outright, and to one with which nothing can be read. */
interface Answer {
  message?: string;
  errors?: [{ message: string; extensions?: Omit<Said, "message"> }];
}

/**
 * Asks the engine whether it takes a token, before anybody is logged in with it.
 *
 * @returns why it is refused; undefined where it is taken
 * @throws Error where the engine does not answer
 */
export async function refusalOfToken(token: string): Promise<Said | undefined> {
  const response = await fetch(ENGINE_ADDRESS, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "{ viewer { userId } }" }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!isFromEngine(response)) throw new Error(`${ENGINE_ADDRESS} answered ${response.status}`);
  const { message = "", errors } = (await response.json()) as Answer;
  if (wasRefused(response)) return withCode(message);
  return errors && { message: errors[0].message, ...errors[0].extensions };
}

/** A refusal by status comes in its English words alone: they lead to its code, and so to other languages. */
async function withCode(message: string): Promise<Said> {
  const { messages } = await import("@countersign/texts/catalogue/en");
  const english = setupI18n({ locale: "en", messages: { en: messages } });
  const params = { claim: /"(.+)"/u.exec(message)?.[1] ?? "" };
  const isSaid = (code: string) => code.startsWith(ABOUT_TOKENS) && english._(code, params) === message;
  return { message, textCode: Object.keys(messages).find(isSaid), params };
}
