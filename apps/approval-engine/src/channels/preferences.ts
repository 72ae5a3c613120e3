import type { NotificationPart, WorkflowEventType } from "@countersign/domain/approval";
import { z } from "zod";

/** The channel that every deployment has: the application itself. */
export const IN_APP = "IN_APP";

export const CATEGORIES = ["ASKED", "REMINDER", "OUTCOME", "QUESTION"] as const;
/** Kind of news that a notification is for its recipient. `OUTCOME`: whatever became of a document, and asks nobody. */
export type Category = (typeof CATEGORIES)[number];

export const WHEN = ["NOW", "DIGEST", "OFF"] as const;
export type When = (typeof WHEN)[number];

/** When a user hears of a category over a channel (contract-3, TIME-5). */
export interface Preference {
  /** {@link IN_APP}, or the name of a feature's channel. */
  channel: string;
  category: Category;
  when: When;
}

/** For whoever has set nothing. */
const defaultOf = (channel: string, category: Category): When =>
  channel !== IN_APP && category === "OUTCOME" ? "DIGEST" : "NOW";

const isFor =
  ({ channel, category }: Pick<Preference, "channel" | "category">) =>
  (preference: Preference) =>
    preference.channel === channel && preference.category === category;

/**
 * All preferences of a user: one for each channel and category.
 *
 * @param channels - names of the features' channels
 * @param ownPreferences - those that the user has set
 */
export function allPreferences(
  channels: readonly string[],
  ownPreferences: readonly Preference[] = [],
): Preference[] {
  return [IN_APP, ...channels].flatMap((channel) =>
    CATEGORIES.map((category) => ({ channel, category, when: whenOf(ownPreferences, channel, category) })),
  );
}

/** When a user hears of a category over a channel. @param ownPreferences - those that the user has set */
export function whenOf(
  ownPreferences: readonly Preference[] = [],
  channel: string,
  category: Category,
): When {
  return ownPreferences.find(isFor({ channel, category }))?.when ?? defaultOf(channel, category);
}

/**
 * `updateNotificationPreferences`: those that are given change, the others stay.
 *
 * @param channels - names of the features' channels
 */
export const updatePreferencesInput = (channels: readonly string[]) =>
  z.strictObject({
    preferences: z
      .array(
        z
          .strictObject({
            channel: z.enum([IN_APP, ...channels]),
            category: z.enum(CATEGORIES),
            when: z.enum(WHEN),
          })
          .refine(({ channel, when }) => channel !== IN_APP || when !== "DIGEST", {
            path: ["when"],
            error: "must be NOW or OFF in the application",
          }),
      )
      .min(1, "must have at least 1 item")
      .max(
        (1 + channels.length) * CATEGORIES.length,
        `must have at most ${(1 + channels.length) * CATEGORIES.length} items`,
      ),
  });
export type UpdatePreferencesInput = z.input<ReturnType<typeof updatePreferencesInput>>;

/** Events of a conversation, by the words of their types (contract-4, TALK). */
const IN_CONVERSATION = /^(?:QUESTION_|CHANGES_|COMMENTED)/u;

/** The part of a notification that says its category. */
export interface Categorized {
  event?: WorkflowEventType | undefined;
  part?: NotificationPart | undefined;
}

/** The category of a notification. */
export function categoryOf({ event, part }: Categorized): Category {
  if (event === "REMINDED") return "REMINDER";
  if (part === "TALKING" || IN_CONVERSATION.test(event ?? "")) return "QUESTION";
  return part === "ASKED" ? "ASKED" : "OUTCOME";
}
