import { readFileSync } from "node:fs";
import { mcpJournalEnvironment } from "@countersign/mcp-journal/config";
import { SERVER_DEFINITION } from "@countersign/mcp-journal/server-definition";
import { loadConfig } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";
import { createServerJson, EXAMPLE } from "./create-server-json.ts";
import { SERVER_JSON_FILE, serverJsonText } from "./server-json-file.ts";
import { serverJson } from "./server-schema.ts";

const text = readFileSync(SERVER_JSON_FILE, "utf8");
const entry = createServerJson({ namespace: EXAMPLE });
const faultsOf = (changes: object) =>
  serverJson.safeParse({ ...entry, ...changes }).error?.issues.map(({ path }) => path.join("."));

describe("the journal's entry for registries of MCP servers [MCP-6]", () => {
  it("is made from the definition that the server runs by, and not stale", async () => {
    expect(text, "npm run server-json writes it").toBe(await serverJsonText());
    const { name, version } = SERVER_DEFINITION;
    expect(JSON.parse(text)).toMatchObject({ name: `${EXAMPLE}/${name}`, version });
    const env = {
      MONGODB_URI: "mongodb://127.0.0.1",
      AUTH_SECRET: "x".repeat(32),
      AUTH_ISSUER: "i",
      AUTH_AUDIENCE: "a",
    };
    expect(loadConfig(mcpJournalEnvironment, env).MCP_SERVER_NAME).toBe(name);
  });

  it("names both transports, with the host to be given and the token kept secret", () => {
    expect(entry.remotes).toMatchObject([
      { type: "streamable-http", url: "https://{host}/api/mcp", variables: { host: { isRequired: true } } },
      {
        type: "sse",
        url: "https://{host}/api/mcp/sse",
        headers: [{ name: "Authorization", isSecret: true }],
      },
    ]);
  });

  it("has the addresses of one deployment where these are given", async () => {
    const listing = { namespace: "com.acme", url: "https://journal.acme.com/" };
    const { name, remotes } = JSON.parse(await serverJsonText(listing)) as typeof entry;
    expect(name).toBe("com.acme/countersign-journal");
    expect(remotes.map(({ url, variables }) => ({ url, variables }))).toEqual([
      { url: "https://journal.acme.com/api/mcp", variables: undefined },
      { url: "https://journal.acme.com/api/mcp/sse", variables: undefined },
    ]);
  });

  it.each([
    ["a name without a namespace", { name: "countersign-journal" }, "name"],
    ["a name of two slashes", { name: "com.example/a/b" }, "name"],
    ["a long description", { description: "x".repeat(101) }, "description"],
    ["a range of versions", { version: "^1.0.0" }, "version"],
    ["a field of its own", { tools: [] }, ""],
    ["no address", { remotes: [] }, "remotes"],
    [
      "an address without TLS",
      { remotes: [{ type: "sse", url: "http://journal.example.com/api/mcp/sse", headers: [] }] },
      "remotes.0.url",
    ],
    [
      "a variable that nobody described",
      { remotes: [{ type: "sse", url: "https://{name}/api/mcp/sse", headers: [] }] },
      "remotes.0.url",
    ],
    [
      "an unknown transport",
      { remotes: [{ type: "stdio", url: "https://x/", headers: [] }] },
      "remotes.0.type",
    ],
  ])("would not pass with %s", (_what, changes, path) => {
    expect(faultsOf({})).toBeUndefined();
    expect(faultsOf(changes)).toEqual([path]);
  });
});
