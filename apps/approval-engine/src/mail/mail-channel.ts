import { z } from "zod";

import { type Channel, NoAddress } from "../shared/channel.ts";
import type { EnvironmentFault } from "../shared/feature.ts";
import { composeMail } from "./compose-mail.ts";
import { createSmtp } from "./smtp.ts";

/** How mails are sent (contract-3, TIME-5). */
export interface MailConfig {
  /** The mail server, smtp:// or smtps://. */
  url: string;
  from: string;
  /** Where people reach the console, without a slash at its end. */
  consoleUrl: string;
}

/** The channel's value of `NotificationChannel`. */
export const EMAIL = "EMAIL";

/** The variables of mails. */
export const mailEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "expected smtp:// or smtps:// and the mail server" })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(
      /^(?:[^<>\r\n]{1,200} <)?[^\s<>@]+@[^\s<>@]+>?$/u,
      "expected a sender like Countersign <approvals@example.com>",
    )
    .optional(),
};

type MailVariables = z.output<z.ZodObject<typeof mailEnvironment>> & {
  CONSOLE_PUBLIC_URL?: string | undefined;
};

/** The faults of the variables together. */
export function findMailFaults(env: MailVariables): EnvironmentFault[] {
  if (env.SMTP_URL === undefined) return [];
  return (["MAIL_FROM", "CONSOLE_PUBLIC_URL"] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => ({ path: [name], message: "expected with SMTP_URL" }));
}

/** The configuration; absent where no mails are sent. */
export function mailConfig({
  SMTP_URL: url,
  MAIL_FROM: from,
  CONSOLE_PUBLIC_URL: consoleUrl,
}: MailVariables): MailConfig | undefined {
  if (url === undefined || from === undefined || consoleUrl === undefined) return undefined;
  return { url, from, consoleUrl: consoleUrl.replace(/\/+$/u, "") };
}

/** Notifications by mail; absent where no mails are sent. */
export function openMail(config: MailConfig | undefined): Channel | undefined {
  if (config === undefined) return undefined;
  const { url, from, consoleUrl } = config;
  const smtp = createSmtp(url, from);
  const { hostname } = new URL(consoleUrl);
  return {
    name: EMAIL,
    send: async ({ id, recipient, notifications, runIds, language, shownFacts, isDigest }) => {
      const { name, email } = recipient;
      if (!email) throw new NoAddress("the directory has no address of the user");
      await smtp.send({
        to: { name, address: email },
        ...composeMail(notifications, { language, shownFacts, consoleUrl, isDigest }),
        messageId: `${id}@${hostname}`,
        references: runIds.map((runId) => `run.${runId}@${hostname}`),
      });
    },
    close: () => smtp.close(),
  };
}
