import { hkdfSync, randomBytes } from "node:crypto";
import { parseUnits } from "@countersign/domain/finance";
import { type OwnerConfig, ownerConfig, ownerVariables } from "@countersign/owner-kit";
import { onOff, type ServiceConfig, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import { z } from "zod";
import type { ApprovalLimit } from "./approvals/submit-entry.ts";
import { SERVER_DEFINITION } from "./server-definition.ts";
import type { ScopePolicy } from "./routes/scopes.ts";
import type { SessionLimits } from "./transport/session-registry.ts";

const CONFIRM_POST = ["off", "elicit", "required", "url"] as const;
export type ConfirmPost = (typeof CONFIRM_POST)[number];

export interface McpJournalConfig extends ServiceConfig {
  /** Name that the server reports to its clients (`<server_name>` of the specification). */
  serverName: string;
  /** Where clients reach the service, for `/.well-known/oauth-protected-resource`; by default this machine's address. */
  publicUrl?: string;
  tenantFence: boolean;
  /**
   * Whether posting asks the person through the client's elicitation, and refuses where the client cannot ask; `url`: by a
   * page of the console.
   */
  confirmPost: ConfirmPost;
  /** The address of the console, whose page asks the person; given with `url`. */
  consoleUrl: string | undefined;
  /** Whether a token that names no scopes has all of them or none. */
  scopes: ScopePolicy;
  /** Signs the states of confirmations; the same for all replicas. */
  stateKey: Uint8Array;
  /** Which entries are posted only once they are approved. */
  postApproval: "off" | ApprovalLimit;
  /** The owner of the entries, where they need approval. */
  owner: OwnerConfig;
  /** Allowed values of `Host`; empty allows any. Guards against DNS rebinding. */
  allowedHosts: readonly string[];
  /** Allowed values of `Origin`; empty allows pages of this machine. Requests without `Origin` pass. */
  allowedOrigins: readonly string[];
  sessions: SessionLimits;
  /** A client that leaves more than this unread is cut off. */
  maxUnreadBytes: number;
  /** A larger body is refused. The largest entry that the tools take fits in 4 MB. */
  maxBodyBytes: number;
  keepAliveMs: number;
}

const httpUrl = z
  .url({ protocol: /^https?$/, error: "expected an http(s) URL" })
  .transform((url) => url.replace(/\/+$/, ""));
const wholeNumber = (min: number, max: number) =>
  z.coerce.number().int("expected a whole number").min(min).max(max);
const listOf = (item: RegExp, expected: string) =>
  z
    .string()
    .max(2_000)
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((text) => text.trim())
        .filter(Boolean),
    )
    .refine((items) => items.every((text) => item.test(text)), `expected ${expected}, separated by commas`);

/** `off`, `always`, or the amount that the debits of an entry must exceed. */
const postApproval = z
  .string()
  .regex(/^(?:off|always|\d{1,12}(?:\.\d{1,6})?)$/, "expected off, always or an amount like 1000")
  .default("off")
  .transform((text) => (text === "off" || text === "always" ? text : parseUnits(text)));

const STATE_KEY_BYTES = 32;
const stateKey = z
  .string()
  .regex(/^[\w-]{43}=?$/u, `expected ${STATE_KEY_BYTES} bytes in base64url`)
  .transform((text) => new Uint8Array(Buffer.from(text, "base64url")));

/** The environment of mcp-journal; `contract.md`, Processes. */
export const mcpJournalEnvironment = serviceEnvironment(
  { port: 3002, internalPort: 9102 },
  {
    MCP_SERVER_NAME: z.string().min(1).max(100).default(SERVER_DEFINITION.name),
    MCP_PUBLIC_URL: httpUrl.optional(),
    MCP_TENANT_FENCE: onOff(false),
    MCP_CONFIRM_POST: z.enum(CONFIRM_POST).default("off"),
    MCP_CONSOLE_URL: httpUrl.optional(),
    MCP_SCOPES: z.enum(["optional", "required"]).default("optional"),
    MCP_STATE_KEY: stateKey.optional(),
    MCP_POST_APPROVAL: postApproval,
    MCP_ALLOWED_HOSTS: listOf(
      /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i,
      "hosts like journal.example.com:3002",
    ),
    MCP_ALLOWED_ORIGINS: listOf(/^[a-z][a-z\d+.-]*:\/\/[^\s/]+$/i, "origins like https://agents.example.com"),
    MCP_MAX_SESSIONS: wholeNumber(1, 1_000_000).default(10_000),
    MCP_MAX_SESSIONS_PER_USER: wholeNumber(1, 1_000_000).default(2_000),
    MCP_SESSION_IDLE_MS: wholeNumber(1_000, 86_400_000).default(30 * 60_000),
    MCP_MAX_UNREAD_BYTES: wholeNumber(65_536, 1_000_000_000).default(4_000_000),
    MCP_MAX_BODY_BYTES: wholeNumber(65_536, 64_000_000).default(4_000_000),
    MCP_KEEP_ALIVE_MS: wholeNumber(1_000, 600_000).default(15_000),
    ...ownerVariables,
  },
)
  .refine(
    ({ MCP_CONFIRM_POST, MCP_STATE_KEY, ...env }) =>
      MCP_CONFIRM_POST === "off" || MCP_STATE_KEY || secretOf(env),
    {
      path: ["MCP_STATE_KEY"],
      error: "expected with MCP_CONFIRM_POST, because there is no AUTH_SECRET to derive it from",
    },
  )
  .refine(({ MCP_CONFIRM_POST, MCP_CONSOLE_URL }) => MCP_CONFIRM_POST !== "url" || MCP_CONSOLE_URL, {
    path: ["MCP_CONSOLE_URL"],
    error:
      "expected with MCP_CONFIRM_POST=url: the console's address, such as https://approvals.example.com/console",
  });

type Secrets = { AUTH_SECRET?: string | undefined; AUTH_SECRET_FILE?: string | undefined };
const secretOf = ({ AUTH_SECRET, AUTH_SECRET_FILE }: Secrets) => AUTH_SECRET ?? AUTH_SECRET_FILE;

/** The given key, or one derived from the secret of tokens; without confirmations nothing is signed. */
function stateKeyOf(env: Secrets & { MCP_STATE_KEY?: Uint8Array | undefined }): Uint8Array {
  const secret = secretOf(env);
  if (env.MCP_STATE_KEY !== undefined) return env.MCP_STATE_KEY;
  if (secret === undefined) return randomBytes(STATE_KEY_BYTES);
  return new Uint8Array(hkdfSync("sha256", secret, "", "countersign mcp state", STATE_KEY_BYTES));
}

export function mcpJournalConfig(env: z.output<typeof mcpJournalEnvironment>): McpJournalConfig {
  return {
    ...serviceConfig(env),
    serverName: env.MCP_SERVER_NAME,
    ...(env.MCP_PUBLIC_URL === undefined ? {} : { publicUrl: env.MCP_PUBLIC_URL }),
    tenantFence: env.MCP_TENANT_FENCE,
    confirmPost: env.MCP_CONFIRM_POST,
    consoleUrl: env.MCP_CONSOLE_URL,
    stateKey: stateKeyOf(env),
    scopes: env.MCP_SCOPES,
    postApproval: env.MCP_POST_APPROVAL,
    owner: ownerConfig(env),
    allowedHosts: env.MCP_ALLOWED_HOSTS,
    allowedOrigins: env.MCP_ALLOWED_ORIGINS,
    sessions: {
      maxSessions: env.MCP_MAX_SESSIONS,
      maxSessionsPerUser: env.MCP_MAX_SESSIONS_PER_USER,
      idleMs: env.MCP_SESSION_IDLE_MS,
    },
    maxUnreadBytes: env.MCP_MAX_UNREAD_BYTES,
    maxBodyBytes: env.MCP_MAX_BODY_BYTES,
    keepAliveMs: env.MCP_KEEP_ALIVE_MS,
  };
}
