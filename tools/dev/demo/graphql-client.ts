/** Sends requests to the approval engine as one person. */
export interface GraphqlClient {
  /** @throws Error with the server's messages, or when it cannot be reached */
  request: <T>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<T>;
}

interface GraphqlReply<T> {
  data?: T;
  errors?: { message: string }[];
  message?: string;
}

/** @param token development token of the person who asks */
export function createGraphqlClient(engineUrl: string, token: string): GraphqlClient {
  return {
    request: async <T>(query: string, variables: Readonly<Record<string, unknown>> = {}, headers = {}) => {
      const response = await fetch(new URL("/graphql", engineUrl), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const reply = (await response.json()) as GraphqlReply<T>;
      if (reply.data === undefined || reply.errors) {
        const messages = reply.errors?.map(({ message }) => message) ?? [reply.message ?? "no data"];
        throw new Error(`approval-engine answered ${response.status}: ${messages.join("; ")}`);
      }
      return reply.data;
    },
  };
}
