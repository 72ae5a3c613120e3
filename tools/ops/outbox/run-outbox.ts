import { SERVICE_NAME } from "@countersign/approval-engine/name";
import { resumeWebhooks, sendWebhooksAgain } from "@countersign/approval-engine/webhooks";
import type { Store } from "@countersign/mongo";
import { replayOutbox, type ReplaySelection } from "@countersign/outbox";
import type { OutboxCommand } from "./outbox-command.ts";

/** Does what the command says. @param say - prints a line */
export async function runOutbox(
  store: Store,
  command: OutboxCommand,
  say: (line: string) => void,
): Promise<void> {
  if (command.name === "replay") await replay(store, command.selection, say);
  else await resume(store, command.owner, say);
}

async function replay(store: Store, selection: ReplaySelection, say: (line: string) => void): Promise<void> {
  const rows = await replayOutbox(store, selection);
  say(`${rows} ${rows === 1 ? "message is" : "messages are"} to be published again`);
  // Webhooks carry the engine's messages alone.
  if ((selection.service ?? SERVICE_NAME) !== SERVICE_NAME) return;
  const webhooks = await sendWebhooksAgain(store.db, selection, new Date());
  if (webhooks > 0) say(`${webhooks} ${webhooks === 1 ? "webhook is" : "webhooks are"} to be sent again`);
}

async function resume({ db }: Store, owner: string, say: (line: string) => void): Promise<void> {
  const isResumed = await resumeWebhooks(db, owner);
  say(isResumed ? `${owner} is sent its webhooks again` : `${owner} was not paused`);
}
