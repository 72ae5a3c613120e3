import { onOff } from "@countersign/service-kit";
import { z } from "zod";

/** Ways into the console. */
const CONSOLE_AUTHS = ["oidc", "proxy", "token", "development"] as const;

const personSchema = z.strictObject({
  userId: z.string().regex(/^[0-9a-f]{24}$/),
  companyId: z.string().regex(/^[0-9a-f]{24}$/),
  name: z.string().min(1).max(200),
  role: z.string().min(1).max(200),
  privileged: z.boolean().default(false),
});

/** Somebody as whom a developer may log in. */
export type DevelopmentPerson = z.output<typeof personSchema>;

const origins = z
  .string()
  .max(2_000)
  .transform((list) => list.split(" ").filter((origin) => origin !== ""))
  .refine((list) => list.every((origin) => /^https?:\/\/[\w.-]+(:\d{1,5})?$/u.test(origin)), {
    error: "expected origins such as https://login.example.com, separated by spaces",
  });

const logOutUrl = z
  .string()
  .max(2_000)
  .regex(/^(\/(?!\/)|https?:\/\/)\S+$/u, {
    error: "expected a path such as /oauth2/sign_out, or an http(s) URL",
  });

const people = z
  .string()
  .max(50_000)
  .transform((text, context) => {
    try {
      return z.array(personSchema).max(100).parse(JSON.parse(text));
    } catch {
      context.addIssue({
        code: "custom",
        message: "expected JSON: [{ userId, companyId, name, role, privileged? }]",
      });
      return z.NEVER;
    }
  });

/** The variables of the console. */
export const consoleEnvironment = {
  NODE_ENV: z.string().max(100).optional(),
  CONSOLE: onOff(false),
  CONSOLE_DIR: z.string().min(1).max(2_000).default("console"),
  CONSOLE_BUILDING: onOff(false),
  CONSOLE_AUTH: z.enum(CONSOLE_AUTHS).default("oidc"),
  CONSOLE_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "expected the issuer's http(s) URL" }).optional(),
  CONSOLE_OIDC_CLIENT_ID: z.string().min(1).max(200).optional(),
  CONSOLE_OIDC_SCOPE: z.string().min(1).max(500).default("openid profile"),
  CONSOLE_OIDC_ORIGINS: origins.default([]),
  CONSOLE_LOGOUT_URL: logOutUrl.optional(),
  CONSOLE_DEVELOPMENT_PEOPLE: people.default([]),
  CONSOLE_DEVELOPMENT_MAILS: z.url({ protocol: /^https?$/, error: "expected an http(s) URL" }).optional(),
};

type ConsoleVariables = z.output<z.ZodObject<typeof consoleEnvironment>>;

/** How people log in to the console, as `config.json` tells its pages. */
export type ConsoleAuth =
  | { kind: "oidc"; issuer: string; clientId: string; scope: string }
  | { kind: "proxy"; logOutUrl?: string }
  | { kind: "token" }
  | { kind: "development"; /** The page of mails that were sent. */ mailsUrl?: string };

/** The console of a deployment. */
export interface ConsoleConfig {
  /** Folder of the built files. */
  directory: string;
  /** Whether the files may come later: until then pages say so. */
  isBeingBuilt: boolean;
  auth: ConsoleAuth;
  /** Origins, besides the engine's own, that its pages talk to. */
  origins: readonly string[];
  /** Empty unless developers log in as somebody of their choice. */
  people: readonly DevelopmentPerson[];
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

interface Fault {
  path: [keyof typeof consoleEnvironment];
  message: string;
}

/** Settings that prevent the console from being served. */
export function findConsoleFaults(
  env: ConsoleVariables & { HOST: string; AUTH_SECRET?: string | undefined },
): Fault[] {
  if (!env.CONSOLE) return [];
  if (env.CONSOLE_AUTH === "development") return developmentFaults(env);
  if (env.CONSOLE_DEVELOPMENT_MAILS !== undefined) {
    return [{ path: ["CONSOLE_DEVELOPMENT_MAILS"], message: "expected with CONSOLE_AUTH=development alone" }];
  }
  if (env.CONSOLE_AUTH !== "oidc") return [];
  return (["CONSOLE_OIDC_ISSUER", "CONSOLE_OIDC_CLIENT_ID"] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => ({ path: [name], message: "expected with CONSOLE=on and CONSOLE_AUTH=oidc" }));
}

/** The development log-in lets anybody act as anybody, so only the developer's own machine may serve it. */
function developmentFaults({
  NODE_ENV,
  HOST,
  AUTH_SECRET,
}: Parameters<typeof findConsoleFaults>[0]): Fault[] {
  const reasons = [
    ...(NODE_ENV === "production" ? ["without NODE_ENV=production"] : []),
    ...(LOOPBACK_HOSTS.has(HOST) ? [] : ["with a HOST of this machine alone"]),
    ...(AUTH_SECRET === undefined ? ["with AUTH_SECRET"] : []),
  ];
  return reasons.map((reason) => ({
    path: ["CONSOLE_AUTH"],
    message: `development is possible only ${reason}`,
  }));
}

/** Maps checked variables to the console's configuration; undefined where no console is served. */
export function consoleConfig(env: ConsoleVariables): ConsoleConfig | undefined {
  if (!env.CONSOLE) return undefined;
  const isDevelopment = env.CONSOLE_AUTH === "development";
  return {
    directory: env.CONSOLE_DIR,
    isBeingBuilt: env.CONSOLE_BUILDING,
    auth: authOf(env),
    origins: env.CONSOLE_AUTH === "oidc" ? originsOf(env) : [],
    people: isDevelopment ? env.CONSOLE_DEVELOPMENT_PEOPLE : [],
  };
}

function authOf(env: ConsoleVariables): ConsoleAuth {
  if (env.CONSOLE_AUTH === "proxy") {
    const { CONSOLE_LOGOUT_URL: url } = env;
    return { kind: "proxy", ...(url !== undefined && { logOutUrl: url }) };
  }
  if (env.CONSOLE_AUTH === "development") {
    const { CONSOLE_DEVELOPMENT_MAILS: mailsUrl } = env;
    return { kind: "development", ...(mailsUrl !== undefined && { mailsUrl }) };
  }
  if (env.CONSOLE_AUTH !== "oidc") return { kind: env.CONSOLE_AUTH };
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId, CONSOLE_OIDC_SCOPE: scope } = env;
  if (issuer === undefined || clientId === undefined) throw new TypeError("the environment was not checked");
  return { kind: "oidc", issuer, clientId, scope };
}

function originsOf({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_ORIGINS: otherOrigins,
}: ConsoleVariables): string[] {
  return [...(issuer === undefined ? [] : [new URL(issuer).origin]), ...otherOrigins];
}
