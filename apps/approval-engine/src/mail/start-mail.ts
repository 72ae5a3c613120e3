import { type Bus, parseMessage, type Subscription } from "@countersign/bus";
import { contractOf, type KindRegistry, STREAMS } from "@countersign/contracts";
import { type Leases, startDueWork } from "@countersign/mongo/due-work";
import type { Logger, Metrics } from "@countersign/service-kit";
import type { Db } from "mongodb";
import { Counter } from "prom-client";

import type { SettingsDefaults } from "../approval-settings/index.ts";
import { queueMail } from "./queue-mail.ts";
import { MAIL_ROWS, type MailRowRecord } from "./records.ts";
import { type MailResult, sendDueMail, UserBusy } from "./send-mail.ts";
import { createSmtp } from "./smtp.ts";

/** How mails are sent (contract-3, TIME-5). */
export interface MailConfig {
  /** The mail server, smtp:// or smtps://. */
  url: string;
  from: string;
  /** Where people reach the console, without a slash at its end. */
  consoleUrl: string;
}

/** Waits before a notification that could not be queued is tried again; then it is a dead letter. */
const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

/** How long a mail belongs to the replica that sends it: longer than the mail server may take, in milliseconds. */
const CLAIM_MS = 90_000;
/** How soon a row is tried again while another replica sends a mail to its user, in milliseconds. */
const BUSY_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * Sends users' notifications by mail until closed. Every replica may do so: the broker and the store share the work.
 */
export async function startMail(
  config: MailConfig,
  {
    db,
    bus,
    kinds,
    leases,
    logger,
    metrics: { registry },
    settingsDefaults,
    clock = () => new Date(),
  }: {
    db: Db;
    bus: Pick<Bus, "consume">;
    kinds: KindRegistry;
    leases: Leases;
    logger: Logger;
    metrics: Pick<Metrics, "registry">;
    settingsDefaults: SettingsDefaults;
    clock?: () => Date;
  },
): Promise<Subscription> {
  const mails: Counter<"result"> = new Counter({
    name: "mails_total",
    help: "Mails by what became of them: sent, refused by the server, or dropped before",
    labelNames: ["result"],
    registers: [registry],
  });
  const { event } = contractOf(kinds).messages.notification;
  const consumer = await bus.consume(
    {
      stream: STREAMS.notifications.name,
      durable: "approval-engine-mail",
      filter: "approval.notification.>",
      backoffMs: BACKOFF_MS,
    },
    async (delivery) => queueMail(db, parseMessage(event, delivery).data._id, clock()),
  );
  const smtp = createSmtp(config.url, config.from);
  const parts = {
    db,
    settingsDefaults,
    leases,
    smtp,
    consoleUrl: config.consoleUrl,
    domain: new URL(config.consoleUrl).hostname,
    ended: (result: MailResult) => mails.inc({ result }),
    clock,
  };
  const sending = startDueWork<MailRowRecord>({
    rows: db.collection<MailRowRecord>(MAIL_ROWS),
    work: (row) => sendDueMail(parts, row),
    claimMs: CLAIM_MS,
    failed: (err, { row, retryInMs }) => {
      if (err instanceof UserBusy) return;
      logger.warn({ err, userId: row?.userId, retryInMs }, "a mail could not be sent; this is tried again");
    },
    retryMs: (failures) => Math.min(BUSY_MS * 2 ** Math.min(failures - 1, 10), 10 * MINUTE_MS),
    clock,
  });
  return {
    close: async () => {
      await consumer.close();
      await sending.close();
      smtp.close();
    },
  };
}
