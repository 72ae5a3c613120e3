/** The answer to one HTTP request of a client of the Model Context Protocol. */
export interface McpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A stream may go on for as long as its session lives. */
  body: string | ReadableStream<Uint8Array>;
}

/** An answer in JSON. */
export function jsonAnswer(status: number, value: unknown): McpAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** The answer of a transport of one of the protocol's packages. */
export async function toAnswer({ status, headers, body }: Response): Promise<McpAnswer> {
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  return {
    status,
    headers: Object.fromEntries(headers),
    body: isStream && body ? body : await new Response(body).text(),
  };
}
