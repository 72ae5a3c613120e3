/** `npm run calendars`: adds holidays of a file or of a country to a calendar of working time (contract-3, TIME-1). */
import { runOnEngine } from "../run-on-engine.ts";
import { CALENDARS_USAGE, parseCalendarsArguments } from "./calendars-command.ts";
import { runCalendars } from "./run-calendars.ts";

await runOnEngine({
  name: "calendars",
  usage: CALENDARS_USAGE,
  parse: (args) => parseCalendarsArguments(args, new Date().getFullYear()),
  run: async (command, client) => {
    await runCalendars(command, client, console.log);
    return 0;
  },
});
