/** `npm run outbox`: operators publish outgoing messages again. */
import { replayOutbox } from "@countersign/outbox";
import { runOnStore } from "../run-on-store.ts";
import { OUTBOX_USAGE, parseOutboxArguments } from "./outbox-command.ts";

await runOnStore({
  name: "outbox",
  usage: OUTBOX_USAGE,
  parse: (args) => parseOutboxArguments(args, new Date()),
  run: async (store, selection) => {
    const rows = await replayOutbox(store, selection);
    console.log(`${rows} ${rows === 1 ? "message is" : "messages are"} to be published again`);
    return true;
  },
});
