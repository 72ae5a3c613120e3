import { SERVER_DEFINITION } from "@countersign/mcp-journal/server-definition";
import type { z } from "zod";
import { type serverJson, SCHEMA_ADDRESS } from "./server-schema.ts";

type ServerJson = z.input<typeof serverJson>;

export interface Listing {
  /** Reverse domain name of whoever lists the server, such as `com.example`. */
  namespace: string;
  /** Address of one deployment; without it the reader of the entry is asked for the host. */
  url?: string | undefined;
}

/** The namespace of the entry in the repository, which stands for an operator's own. */
export const EXAMPLE = "com.example";

const HOST = {
  description: "Host name of your deployment, the one in MCP_PUBLIC_URL",
  isRequired: true,
  placeholder: "journal.example.com",
};

const AUTHORIZATION = {
  name: "Authorization",
  description: "Bearer and a token of your identity provider, where the client does not log in by OAuth",
  isSecret: true,
};

/** The entry of the journal in a registry of MCP servers (contract-3, MCP-6), from the definition that it runs by. */
export function createServerJson({ namespace, url }: Listing): ServerJson {
  const { name, title, description, version, paths } = SERVER_DEFINITION;
  const base = url?.replace(/\/+$/u, "") ?? "https://{host}";
  const rest = { headers: [AUTHORIZATION], ...(url === undefined && { variables: { host: HOST } }) };
  return {
    $schema: SCHEMA_ADDRESS,
    name: `${namespace}/${name}`,
    title,
    description,
    version,
    remotes: [
      { type: "streamable-http", url: `${base}${paths["streamable-http"]}`, ...rest },
      { type: "sse", url: `${base}${paths.sse}`, ...rest },
    ],
  };
}
