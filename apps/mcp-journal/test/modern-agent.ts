import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { REVISION } from "./wire.ts";

export interface ModernOptions {
  /** Value of the `Authorization` header. */
  authorization: string;
  /** Answers questions that the client shows; with it the client declares that it can. */
  onElicit?: (message: string) => ElicitResult;
  /** The same for questions that are an address. */
  onAddress?: (url: string) => Promise<ElicitResult>;
}

/** The official client of the revision without sessions, which must not fall back to an older one. */
export async function connectModern(
  publicUrl: string,
  { authorization, onElicit, onAddress }: ModernOptions,
) {
  const elicitation = { ...(onElicit && { form: {} }), ...(onAddress && { url: {} }) };
  const client = new Client(
    { name: "modern-agent", version: "2.0.0", title: "Modern agent" },
    {
      capabilities: onElicit || onAddress ? { elicitation } : {},
      versionNegotiation: { mode: { pin: REVISION } },
    },
  );
  if (onElicit || onAddress) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const answer = params.mode === "url" ? onAddress?.(params.url) : onElicit?.(params.message);
      if (answer === undefined) throw new Error("the client cannot answer this question");
      return answer;
    });
  }
  const requestInit = { headers: { authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${publicUrl}/api/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}
