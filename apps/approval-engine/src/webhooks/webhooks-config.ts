import { readFileSync } from "node:fs";
import type { KindRegistry } from "@countersign/contracts";
import { onOff } from "@countersign/service-kit";
import { CATALOGUES, type Language } from "@countersign/texts";
import { z } from "zod";

import type { EnvironmentFault } from "../shared/feature.ts";

/** Where an owner's events are posted. */
export interface OwnerWebhook {
  url: URL;
  /** One, or two while one replaces the other. */
  secrets: readonly Uint8Array[];
  /** Whether notifications are posted too, beside outcomes and answers, or the chat that hears which stages are asked. */
  notifications: boolean | ChatTarget;
}

/** The forms of messages that chats take: of a Slack incoming webhook, and of a Teams workflow. */
export const CHAT_FORMATS = ["slack", "teams"] as const;

/** A chat that hears which stages of an owner's documents are asked (contract-3, WEB-3). */
export interface ChatTarget {
  format: (typeof CHAT_FORMATS)[number];
  /** Whoever knows it may write to the chat: a secret. */
  url: URL;
  /** Whether messages have facts and a file of the document. */
  facts: boolean;
  language: Language;
}

/** The webhooks of the deployment (contract-3, WEB-2). */
export interface WebhooksConfig {
  webhooks: ReadonlyMap<string, OwnerWebhook>;
  /** Whether receivers may stand in private networks, and without TLS. */
  allowsPrivate: boolean;
  /** Where people reach the console, without a slash at its end; set where an owner has a chat. */
  consoleUrl?: string | undefined;
}

/** Bytes of a secret by Standard Webhooks. */
const SECRET_BYTES = { least: 24, most: 64 } as const;

const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/u, "expected whsec_ and base64")
  .transform((text) => Buffer.from(text.slice("whsec_".length), "base64"))
  .refine(
    ({ length }) => length >= SECRET_BYTES.least && length <= SECRET_BYTES.most,
    `expected ${SECRET_BYTES.least} to ${SECRET_BYTES.most} bytes`,
  );

const receiverUrl = z
  .url({ protocol: /^https?$/, error: "expected an https URL" })
  .max(2_000)
  .transform((url) => new URL(url));

const LANGUAGES = Object.keys(CATALOGUES) as [Language, ...Language[]];

const chatTarget = z.strictObject(
  {
    format: z.enum(CHAT_FORMATS, "expected slack or teams"),
    url: receiverUrl,
    facts: z.boolean("expected true or false").default(true),
    language: z.enum(LANGUAGES, `expected ${LANGUAGES.join(" or ")}`).default("en"),
  },
  // Of a field that is unknown, the default text names it.
  { error: ({ code }) => (code === "invalid_type" ? "expected true, false or a chat" : undefined) },
);

/** A union would not say which field of a chat is wrong. */
const notifications = z.unknown().transform((value, context): boolean | ChatTarget => {
  if (typeof value === "boolean") return value;
  const { data, error } = chatTarget.safeParse(value);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  return data ?? z.NEVER;
});

const webhook = z.strictObject({
  url: receiverUrl,
  secrets: z.array(secret).min(1, "expected one secret or two").max(2, "expected one secret or two"),
  notifications: notifications.default(false),
});

const webhooksByOwner = z.record(z.string(), webhook, "expected a JSON object of webhooks by owner");

/** JSON of webhooks by owner. Faults never repeat the text, which has secrets. */
const ownerWebhooks = z.string().transform((text, context): ReadonlyMap<string, OwnerWebhook> => {
  const { data, error } = webhooksByOwner.safeParse(parsedJson(text));
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  return data ? new Map(Object.entries(data)) : z.NEVER;
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The variables of webhooks. */
export const webhooksEnvironment = {
  OWNER_WEBHOOKS: ownerWebhooks.optional(),
  OWNER_WEBHOOKS_FILE: z
    .string()
    .transform((path, context): string => {
      try {
        return readFileSync(path, "utf8");
      } catch {
        context.addIssue("expected the path of a file that can be read");
        return z.NEVER;
      }
    })
    .pipe(ownerWebhooks)
    .optional(),
  WEBHOOK_PRIVATE: onOff(false),
};

interface WebhookVariables {
  OWNER_WEBHOOKS?: ReadonlyMap<string, OwnerWebhook> | undefined;
  OWNER_WEBHOOKS_FILE?: ReadonlyMap<string, OwnerWebhook> | undefined;
  WEBHOOK_PRIVATE: boolean;
  CONSOLE_PUBLIC_URL?: string | undefined;
}

/** The faults of the variables together. */
export function findWebhookFaults({
  DOCUMENT_KINDS: kinds,
  ...env
}: WebhookVariables & { DOCUMENT_KINDS: Pick<KindRegistry, "kindsOf"> }): EnvironmentFault[] {
  const { OWNER_WEBHOOKS: direct, OWNER_WEBHOOKS_FILE: fromFile } = env;
  const name = direct === undefined ? "OWNER_WEBHOOKS_FILE" : "OWNER_WEBHOOKS";
  if (direct && fromFile) return [{ path: [name], message: "expected without OWNER_WEBHOOKS_FILE" }];
  const faults: EnvironmentFault[] = [];
  for (const [owner, { url, notifications: chat }] of direct ?? fromFile ?? []) {
    if (kinds.kindsOf(owner).length === 0) {
      faults.push({ path: [name, owner], message: "expected an owner of DOCUMENT_KINDS" });
    }
    faults.push(...addressFaults([name, owner, "url"], url, env));
    if (typeof chat === "boolean") continue;
    faults.push(...addressFaults([name, owner, "notifications", "url"], chat.url, env));
    if (env.CONSOLE_PUBLIC_URL === undefined) {
      faults.push({ path: ["CONSOLE_PUBLIC_URL"], message: `expected with the chat of ${owner}` });
    }
  }
  return faults;
}

function addressFaults(path: string[], url: URL, env: WebhookVariables): EnvironmentFault[] {
  const faults: EnvironmentFault[] = [];
  if (url.protocol === "http:" && !env.WEBHOOK_PRIVATE) {
    faults.push({ path, message: "expected an https URL; http only with WEBHOOK_PRIVATE=on" });
  }
  if (url.username !== "" || url.password !== "") {
    faults.push({ path, message: "expected an address without user and password" });
  }
  return faults;
}

/** The configuration; absent where no owner has a webhook. */
export function webhooksConfig(env: WebhookVariables): WebhooksConfig | undefined {
  const webhooks = env.OWNER_WEBHOOKS ?? env.OWNER_WEBHOOKS_FILE;
  if (webhooks === undefined || webhooks.size === 0) return undefined;
  const consoleUrl = env.CONSOLE_PUBLIC_URL?.replace(/\/+$/u, "");
  return { webhooks, allowsPrivate: env.WEBHOOK_PRIVATE, consoleUrl };
}
