import type { Readable } from "node:stream";
import { defined } from "@countersign/domain/defined";
import { type Store, toObjectId } from "@countersign/mongo";
import { createLeases } from "@countersign/mongo/due-work";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

import type { Caller } from "../src/engine.ts";
import { queueRows } from "../src/channels/queue-rows.ts";
import { CHANNEL_ROWS, type ChannelRowRecord } from "../src/channels/records.ts";
import { sendDue } from "../src/channels/send-due.ts";
import { EMAIL, openMail } from "../src/mail/mail-channel.ts";

/** Mails that reached the server, and its answer to the next ones. */
export interface MailServer {
  url: string;
  mails: ParsedMail[];
  /** The server's answer to what it is sent; unset, it takes everything. */
  refuse?: { code: number; message: string } | undefined;
}

/** Reads a mail from its connection. @returns the fault of one that cannot be read */
async function keep(server: MailServer, stream: Readable): Promise<Error | undefined> {
  try {
    server.mails.push(await simpleParser(stream));
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** A real mail server that keeps what it is sent. */
export async function useMailServer(): Promise<MailServer> {
  const server: MailServer = { url: "", mails: [] };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, reply) => {
      const { refuse } = server;
      reply(refuse && Object.assign(new Error(refuse.message), { responseCode: refuse.code }));
    },
    onData: (stream, _session, reply) => {
      const answer = async () => reply(await keep(server, stream));
      void answer();
    },
  });
  const listening = Promise.withResolvers<void>();
  smtp.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = smtp.server.address() as { port: number };
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  server.url = `smtp://127.0.0.1:${port}`;
  return server;
}

export const addressOf = ({ userId }: Pick<Caller, "userId">) => `${userId.slice(-6)}@example.com`;

/** People of a store, and what is mailed to them. */
export function mailsOf(store: Store) {
  const rows = store.db.collection<ChannelRowRecord>(CHANNEL_ROWS);

  /** Puts people into the directory. */
  async function addPeople(...people: (Caller & { locale?: string; timeZone?: string })[]): Promise<void> {
    const records = people.map(({ userId, companyId, name, locale, timeZone }) =>
      defined({
        _id: toObjectId(userId),
        companyId: toObjectId(companyId),
        name,
        email: addressOf({ userId }),
        locale,
        timeZone,
      }),
    );
    await store.db.collection("users").insertMany(records);
  }

  /** Queues all notifications of a user, and sends what is due at the time. */
  function openSending({ url }: MailServer) {
    const from = "Countersign <approvals@example.com>";
    const mail = openMail({ url, from, consoleUrl: "https://approvals.example.com/console" })!;
    onTestFinished(() => mail.close());
    const results: string[] = [];
    const partsAt = (now: Date) => ({
      db: store.db,
      settingsDefaults: {},
      leases: createLeases(store.db, { service: "test" }),
      channels: [mail],
      onEnd: (_channel: string, result: string) => void results.push(result),
      clock: () => now,
    });
    return {
      results,
      queue: async ({ userId }: Caller, now: Date) => {
        const foundNotifications = store.db
          .collection("workflow_notifications")
          .find({ userId: toObjectId(userId) });
        for await (const { _id } of foundNotifications) {
          await queueRows(store.db, [EMAIL], _id.toHexString(), now);
        }
      },
      sendDue: async (now: Date) => {
        const due = { claimedUntil: { $lte: now } };
        for (let row = await rows.findOne(due); row !== null; row = await rows.findOne(due)) {
          await sendDue(partsAt(now), row);
        }
      },
      send: (row: Parameters<typeof sendDue>[1], now: Date) => sendDue(partsAt(now), row),
    };
  }

  return { known: addPeople, sending: openSending };
}
