import Table from "cli-table3";
import type { Story } from "./story.ts";

/** No colours, so that the output is readable in files too. */
const PLAIN = { head: [], border: [] };

/** The run as readable tables: the events with those notified, then the final tasks. What services answered was said before. */
export function formatStory({ timeline, tasks, ref, document }: Story): string {
  const events = new Table({
    head: ["", "who", "what", "stage", "notified", "message"],
    style: PLAIN,
    colWidths: [4, 14, 16, 20, 14, 52],
    wordWrap: true,
  });
  events.push(
    ...timeline.map(({ who, event, stage, notified, message }, index) => [
      String(index + 1),
      who || "(time)",
      event,
      stage,
      notified.join("\n"),
      message,
    ]),
  );
  const states = new Table({ head: ["task", "status", "archived"], style: PLAIN });
  states.push(...tasks.map(({ stage, status, archived }) => [stage, status, archived ? "yes" : "no"]));
  return [
    `What happened to ${ref} (${document}), read back from the approval engine:`,
    events.toString(),
    "Its tasks:",
    states.toString(),
  ].join("\n");
}
