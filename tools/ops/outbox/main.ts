/** `npm run outbox`: operators publish outgoing messages again, and resume owners' webhooks. */
import { runOnStore } from "../run-on-store.ts";
import { OUTBOX_USAGE, parseOutboxArguments } from "./outbox-command.ts";
import { runOutbox } from "./run-outbox.ts";

await runOnStore({
  name: "outbox",
  usage: OUTBOX_USAGE,
  parse: (args) => parseOutboxArguments(args, new Date()),
  run: async (store, command) => {
    await runOutbox(store, command, console.log);
    return true;
  },
});
