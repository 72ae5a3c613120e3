/** The revision without sessions. */
export const REVISION = "2026-07-28";

/** A JSON-RPC answer, as far as the tests read it. */
export interface Answer {
  result?: {
    resultType: string;
    requestState?: string;
    content?: { text: string }[];
    inputRequests?: Record<string, { method: string; params: Record<string, unknown> }>;
  };
  error?: object;
}

/** Makes requests of the revision as they are on the wire, of one user and of a client with these capabilities. */
export function wireOf(authorization: string, clientCapabilities: object) {
  return (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": REVISION,
      "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
    };
    const { name } = params;
    return {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
        ...(typeof name === "string" && { "mcp-name": name }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
    };
  };
}

export async function send(publicUrl: string, request: RequestInit) {
  const response = await fetch(`${publicUrl}/api/mcp`, request);
  return { status: response.status, body: (await response.json()) as Answer };
}

/** The text of a tool's answer. */
export const textOf = ({ result }: Answer): string => result!.content![0]!.text;
