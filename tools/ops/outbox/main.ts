/** `npm run outbox`: operators publish outgoing messages again, and resume owners' webhooks. */
import { SERVICE_NAME } from "@countersign/approval-engine/name";
import { resumeWebhooks, sendWebhooksAgain } from "@countersign/approval-engine/webhooks";
import type { Store } from "@countersign/mongo";
import { replayOutbox, type ReplaySelection } from "@countersign/outbox";
import { runOnStore } from "../run-on-store.ts";
import { OUTBOX_USAGE, parseOutboxArguments } from "./outbox-command.ts";

await runOnStore({
  name: "outbox",
  usage: OUTBOX_USAGE,
  parse: (args) => parseOutboxArguments(args, new Date()),
  run: async (store, command) => {
    if (command.name === "replay") await replay(store, command.selection);
    else await resume(store, command.owner);
    return true;
  },
});

async function replay(store: Store, selection: ReplaySelection): Promise<void> {
  const rows = await replayOutbox(store, selection);
  console.log(`${rows} ${rows === 1 ? "message is" : "messages are"} to be published again`);
  // Webhooks carry the engine's messages alone.
  if ((selection.service ?? SERVICE_NAME) !== SERVICE_NAME) return;
  const webhooks = await sendWebhooksAgain(store.db, selection, new Date());
  if (webhooks > 0)
    console.log(`${webhooks} ${webhooks === 1 ? "webhook is" : "webhooks are"} to be sent again`);
}

async function resume({ db }: Store, owner: string): Promise<void> {
  const isResumed = await resumeWebhooks(db, owner);
  console.log(isResumed ? `${owner} is sent its webhooks again` : `${owner} was not paused`);
}
