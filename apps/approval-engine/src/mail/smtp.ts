import { createTransport } from "nodemailer";

import { AddressRefused } from "../shared/channel.ts";

/** A mail as it is handed over. */
export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Without angle brackets; the same whenever the mail is sent again. */
  messageId: string;
  /** Ids of mails that a mail program shows this one with. */
  references: readonly string[];
}

/** A mail server. */
export interface Smtp {
  /** @throws AddressRefused where it will never be taken; other errors pass */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const inBrackets = (id: string): string => `<${id}>`;

/** How long the server may take for each step, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * A mail server by its address, by nodemailer.
 *
 * @param url - smtp:// or smtps://, with user and password where it wants them
 * @param from - sender, such as `Countersign <approvals@example.com>`
 */
export function createSmtp(url: string, from: string): Smtp {
  const transport = createTransport(
    {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" } },
  );
  return {
    async send({ to, subject, text, html, messageId, references }) {
      try {
        await transport.sendMail({
          to,
          subject,
          text,
          html,
          messageId: inBrackets(messageId),
          references: references.map(inBrackets),
        });
      } catch (error) {
        const { responseCode = 0, message } = error as Error & { responseCode?: number };
        // An answer of 500 and above: the server refuses the mail for good.
        if (responseCode >= 500) throw new AddressRefused(message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
