import { Drift, Fault, TokenRefused, Unanswered } from "./fault.ts";

const TIMEOUT_MS = 30_000;
const UNAUTHORIZED = 401;

/** The approval engine, as somebody who may edit workflows. */
export interface EngineClient {
  /** @throws Fault, TokenRefused or Unanswered when the engine refuses or does not answer; Drift when the workflow changed */
  ask: <T>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<T>;
}

interface Reply<T> {
  data?: T | null;
  errors?: { message: string; extensions?: { textCode?: string; field?: string } }[];
  message?: string;
}

/** @param url - the engine's public address */
export function createEngineClient(url: string, token: string): EngineClient {
  return {
    async ask<T>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
      const { status, reply } = await answerOf<T>(url, token, { query, variables });
      if (reply.data && !reply.errors) return reply.data;
      const { errors = [], message = "no data" } = reply;
      if (errors.some(({ extensions }) => extensions?.textCode === "workflow.changed")) {
        throw new Drift("the workflow has been changed meanwhile");
      }
      if (status === UNAUTHORIZED) throw new TokenRefused(`${status}: ${message}`);
      const reasons = errors.map(({ message: reason }) => reason);
      throw new Fault(reasons.length > 0 ? reasons.join("; ") : `the engine answered ${status}: ${message}`);
    },
  };
}

async function answerOf<T>(
  url: string,
  token: string,
  body: object,
): Promise<{ status: number; reply: Reply<T> }> {
  try {
    const response = await fetch(new URL("/graphql", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, reply: (await response.json()) as Reply<T> };
  } catch (error) {
    throw new Unanswered(`the engine does not answer at ${url}`, { cause: error });
  }
}
