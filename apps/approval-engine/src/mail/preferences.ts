import type { NotificationPart, WorkflowEventType } from "@countersign/domain/approval";
import { z } from "zod";

export const CHANNELS = ["IN_APP", "EMAIL"] as const;
export type Channel = (typeof CHANNELS)[number];

export const CATEGORIES = ["ASKED", "REMINDER", "OUTCOME", "MENTION"] as const;
/** Kind of news that a notification is for its recipient. `OUTCOME`: whatever became of a document, and asks nobody. */
export type Category = (typeof CATEGORIES)[number];

export const WHEN = ["NOW", "DIGEST", "OFF"] as const;
export type When = (typeof WHEN)[number];

/** When a user hears of a category over a channel (contract-3, TIME-5). */
export interface Preference {
  channel: Channel;
  category: Category;
  when: When;
}

/** For whoever has set nothing. */
const DEFAULTS: readonly Preference[] = [
  ...CATEGORIES.map((category) => ({ channel: "IN_APP" as const, category, when: "NOW" as const })),
  ...CATEGORIES.map((category) => ({
    channel: "EMAIL" as const,
    category,
    when: category === "OUTCOME" ? ("DIGEST" as const) : ("NOW" as const),
  })),
];

const isFor =
  ({ channel, category }: Pick<Preference, "channel" | "category">) =>
  (other: Preference) =>
    other.channel === channel && other.category === category;

/** All preferences of a user: one for each channel and category. @param own - those that the user has set */
export function allPreferences(own: readonly Preference[] = []): Preference[] {
  return DEFAULTS.map((preference) => own.find(isFor(preference)) ?? preference);
}

/** When a user hears of a category over a channel. @param own - the preferences that the user has set */
export function whenOf(own: readonly Preference[] | undefined, channel: Channel, category: Category): When {
  return allPreferences(own).find(isFor({ channel, category }))!.when;
}

/** `updateNotificationPreferences`: those that are given change, the others stay. */
export const updatePreferencesInput = z.strictObject({
  preferences: z
    .array(
      z
        .strictObject({
          channel: z.enum(CHANNELS),
          category: z.enum(CATEGORIES),
          when: z.enum(WHEN),
        })
        .refine(({ channel, when }) => channel === "EMAIL" || when !== "DIGEST", {
          path: ["when"],
          error: "must be NOW or OFF in the application",
        }),
    )
    .min(1, "must have at least 1 item")
    .max(DEFAULTS.length, `must have at most ${DEFAULTS.length} items`),
});
export type UpdatePreferencesInput = z.input<typeof updatePreferencesInput>;

/** Events that name somebody in a conversation, by the words of their types. */
const IN_CONVERSATION = /^(?:QUESTION_|COMMENTED)/u;

/** The part of a notification that says its category. */
export interface Categorized {
  event?: WorkflowEventType | undefined;
  part?: NotificationPart | undefined;
}

/** The category of a notification; one from before events were stored with it is an outcome. */
export function categoryOf({ event, part }: Categorized): Category {
  if (event === "REMINDED") return "REMINDER";
  if (part === "MENTIONED" || IN_CONVERSATION.test(event ?? "")) return "MENTION";
  return part === "ASKED" ? "ASKED" : "OUTCOME";
}
