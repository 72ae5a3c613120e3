import { parseMessage } from "@countersign/bus";
import { contractOf, STREAMS } from "@countersign/contracts";
import { type DueWork, dueWork } from "@countersign/mongo/due-work";
import { Counter } from "prom-client";

import type { StartParts, Timer } from "../shared/feature.ts";
import { queueRows } from "./queue-rows.ts";
import { CHANNEL_ROWS, type ChannelRowRecord } from "./records.ts";
import { sendDue, UserBusy } from "./send-due.ts";

/** Waits before a notification that could not be queued is tried again; then it is a dead letter. */
const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

/** How long a message belongs to the replica that sends it: longer than a channel may take, in milliseconds. */
const CLAIM_MS = 90_000;
/** How soon a row is tried again while another replica sends a message to its user, in milliseconds. */
const BUSY_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * Queues users' notifications for the deployment's channels until closed.
 *
 * @returns undefined where there is no channel
 */
export async function startChannels({
  db,
  bus,
  kinds,
  channels,
  clock,
}: StartParts): Promise<Timer | undefined> {
  if (channels.length === 0) return undefined;
  const { event } = contractOf(kinds).messages.notification;
  const names = channels.map(({ name }) => name);
  const consumer = await bus.consume(
    {
      stream: STREAMS.notifications.name,
      durable: "approval-engine-channels",
      filter: "approval.notification.>",
      backoffMs: BACKOFF_MS,
    },
    async (delivery) => queueRows(db, names, parseMessage(event, delivery).data._id, clock()),
  );
  return {
    close: async () => {
      await consumer.close();
      for (const channel of channels) channel.close();
    },
  };
}

/** Sends what is queued, over the deployment's channels. */
export function channelWork({
  db,
  channels,
  leases,
  logger,
  metrics: { registry },
  settingsDefaults,
  clock,
}: StartParts): DueWork[] {
  if (channels.length === 0) return [];
  const messages: Counter<"channel" | "result"> = new Counter({
    name: "channel_messages_total",
    help: "Messages of channels by what became of them: sent, refused by the address, or dropped before",
    labelNames: ["channel", "result"],
    registers: [registry],
  });
  const onEnd = (channel: string, result: string) => messages.inc({ channel, result });
  const parts = { db, settingsDefaults, leases, channels, onEnd, clock };
  return [
    dueWork<ChannelRowRecord>({
      rows: db.collection<ChannelRowRecord>(CHANNEL_ROWS),
      work: (row) => sendDue(parts, row),
      claimMs: CLAIM_MS,
      failed: (err, { row, retryInMs }) => {
        if (err instanceof UserBusy) return;
        logger.warn(
          { err, channel: row?.channel, userId: row?.userId, retryInMs },
          "a message could not be sent; this is tried again",
        );
      },
      retryMs: (failures) => Math.min(BUSY_MS * 2 ** Math.min(failures - 1, 10), 10 * MINUTE_MS),
    }),
  ];
}
