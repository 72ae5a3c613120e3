/** An answer of a REST API. */
export interface RestAnswer {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

/** A business service's REST API, as one person. */
export interface RestClient {
  /** Any answer of the service. @throws Error when it cannot be reached */
  ask: (
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<RestAnswer>;
  /** The answer's body. @throws Error with the server's message when it refuses */
  expect: (...request: Parameters<RestClient["ask"]>) => Promise<RestAnswer["body"]>;
}

/**
 * @param name name of the service in error messages
 * @param token development token of the person who asks
 */
export function createRestClient(name: string, url: string, token: string): RestClient {
  const ask: RestClient["ask"] = async (method, path, body, headers) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as RestAnswer["body"] };
  };
  return {
    ask,
    expect: async (...request) => {
      const answer = await ask(...request);
      if (answer.status < 300) return answer.body;
      throw new Error(`${name} answered ${answer.status}: ${String(answer.body["message"])}`);
    },
  };
}
