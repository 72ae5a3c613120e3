import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { approve, approvedBy, dynamicRun, reject, stage } from "../../test/approval-runs.ts";
import type { EmittedEventType, RunEventMetadata } from "./commands.ts";
import { agentLabel } from "./agents.ts";
import { messageOf, notificationWords, notificationsOf } from "./notifications.ts";
import { eventOf } from "./steps.ts";

const rejected = (remark: string) =>
  messageOf({
    event: "REJECTED",
    refId: "leave-id",
    actorId: "ann-id",
    metadata: { ref: "LV-1", remark },
  });

describe("messageOf", () => {
  it.each<[string, EmittedEventType, RunEventMetadata, string]>([
    [
      "[AE-NOTIF-09]",
      "TASK_CREATED",
      { ref: "LV-1", stageName: "Manager", actorName: "Eve" },
      "LV-1 submitted for your approval — Manager",
    ],
    [
      "[AE-NOTIF-10]",
      "STAGE_ADVANCED",
      { ref: "LV-1", stageName: "Head", actorName: "Ann" },
      "LV-1 reached Head — awaiting your approval",
    ],
    [
      "[AE-NOTIF-11]",
      "APPROVED",
      { ref: "LV-1", stageName: "Head", actorName: "Ann", remark: "fine" },
      "LV-1 was approved by Ann",
    ],
    [
      "[AE-NOTIF-12]",
      "REJECTED",
      { ref: "LV-1", stageName: "Manager", actorName: "Ann", remark: "too long" },
      "LV-1 was rejected: too long — returned to Manager",
    ],
    ["[AE-NOTIF-13]", "COMPLETED", { ref: "LV-1", stageName: "HR" }, "LV-1 has been fully approved"],
    [
      "[AE-NOTIF-14]",
      "REJECTED",
      { ref: "LV-1", stageName: "Manager" },
      "LV-1 was rejected — returned to Manager",
    ],
    [
      "a blank remark counts as absent: [AE-NOTIF-14]",
      "REJECTED",
      { ref: "LV-1", stageName: "Manager", remark: "  " },
      "LV-1 was rejected — returned to Manager",
    ],
    ["[AE-NOTIF-15]", "REJECTED", { ref: "LV-1", remark: "too long" }, "LV-1 was rejected: too long"],
    ["[AE-NOTIF-16]", "REJECTED", { ref: "LV-1" }, "LV-1 was rejected"],
    ["[DOC-3]", "AMENDED", { ref: "LV-1", stageName: "HR", actorName: "Eve" }, "LV-1 was changed"],
    ["[DOC-3]", "AMENDED", { ref: "LV-1", remark: "fewer days" }, "LV-1 was changed: fewer days"],
    ["[AE-NOTIF-17]", "COMPLETED", { stageName: "HR" }, "leave-id has been fully approved"],
    [
      "an empty ref counts as absent: [AE-NOTIF-17]",
      "COMPLETED",
      { ref: "" },
      "leave-id has been fully approved",
    ],
    ["[AE-NOTIF-18]", "APPROVED", { ref: "LV-1" }, "LV-1 was approved by ann-id"],
    [
      "an empty name counts as absent: [AE-NOTIF-18]",
      "APPROVED",
      { ref: "LV-1", actorName: "" },
      "LV-1 was approved by ann-id",
    ],
  ])("%s %s %j", (_ids, event, metadata, message) => {
    expect(messageOf({ event, refId: "leave-id", actorId: "ann-id", metadata })).toBe(message);
  });

  it("spells out hidden characters, and stays short enough to be sent [SAFE-7]", () => {
    expect(rejected("see \u202E001-VL\u202C\nand علی\u200Cرضا")).toBe(
      "LV-1 was rejected: see [U+202E]001-VL[U+202C]\nand علی\u200Cرضا",
    );
    expect(rejected("\u200B".repeat(2_000))).toHaveLength(2_600);
  });
});

describe("notificationsOf", () => {
  it("says each recipient's part, and what was said without its words [TEXT-1]", () => {
    const before = dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "HR", ["cid"]));
    const [ended] = reject(before, "ann", { remark: "no" }).events;
    const [only, ...others] = ended ? notificationsOf(ended, "eve") : [];
    expect(others).toEqual([]);
    expect(only).toMatchObject({ userId: "eve", part: "SUBMITTER" });
    const german = only && notificationWords(only.text, (of) => render(of, "de"));
    expect(german).toBe("LV-1 ist abgelehnt: no");
  });

  it.each([
    ["MANAGER", "Führungskraft"],
    ["Board", "Board"],
    ["Board — further approval", "Board — weitere Genehmigung"],
    ["Named by the agent", "Vom Agenten benannt"],
    ["Submitter’s manager", "Führungskraft des Antragstellers"],
    ["Person in “buyer”", "Person in „buyer“"],
    ["Rejected it before — further approval", "Hat es zuvor abgelehnt — weitere Genehmigung"],
    ["HR — further approval", "Personalabteilung — weitere Genehmigung"],
  ])("names the stage %s as its reader knows it: %s [TEXT-1]", (name, german) => {
    const [only] = approve(dynamicRun(stage(1, "One", ["ann"]), stage(2, name, ["cid"])), "ann").events.slice(
      1,
    );
    const [one] = only ? notificationsOf(only, "eve") : [];
    expect(one?.message).toBe(`LV-1 reached ${name} — awaiting your approval`);
    expect(one && render(one.text, "de")).toBe(`LV-1 hat ${german} erreicht und wartet auf Ihre Genehmigung`);
  });

  it("calls a program the agent of the person whose token it had, in every language [TEXT-1] [AGT-4]", () => {
    const [created] = reject(dynamicRun(stage(1, "Manager", ["ann"])), "ann").events;
    const withAgent = created && {
      ...created,
      event: "APPROVED" as const,
      metadata: {
        ...created.metadata,
        actorName: agentLabel("Nora Lind", "Claude"),
        agent: true as const,
        client: "Claude",
      },
    };
    const [one] = withAgent ? notificationsOf(withAgent, "eve") : [];
    expect(one?.message).toBe('LV-1 was approved by Nora Lind\'s agent (claims to be "Claude")');
    expect(one && render(one.text, "de")).toBe(
      "Agent von Nora Lind (gibt sich als „Claude“ aus) hat LV-1 genehmigt",
    );
  });

  it("names nobody where time brought an event about", () => {
    const [task] = dynamicRun(stage(1, "Manager", ["ann"])).tasks;
    const event = eventOf("AMENDED", task!, undefined, ["eve"], { stageName: "Manager" });
    expect(event).not.toHaveProperty("actorId");
    expect(event.metadata.actor).toBe("system");
    expect(notificationsOf(event, "eve")).toMatchObject([{ userId: "eve", message: "LV-1 was changed" }]);
  });

  // Rules: [AE-NOTIF-01] [AE-NOTIF-04] [AE-NOTIF-07] [AE-EVENT-05]
  it("notifies each target once, with the rendered message", () => {
    const before = approvedBy(
      dynamicRun(stage(1, "Manager", ["eve", "ann"]), stage(2, "HR", ["cid"])),
      "ann",
    );
    const [event] = reject(before, "cid", { remark: "no" }).events;
    expect(event?.targetIds).toEqual(["eve", "eve", "ann"]);
    const message = "LV-1 was rejected: no — returned to Manager";
    expect(event && notificationsOf(event, "eve")).toMatchObject([
      { userId: "eve", message, part: "ASKED" },
      { userId: "ann", message, part: "ASKED" },
    ]);
  });
});
