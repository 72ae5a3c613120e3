import { assertPerson } from "@countersign/auth";
import { toObjectId } from "@countersign/mongo";

import type { Caller } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { EngineParts } from "../shared/feature.ts";
import {
  allPreferences,
  type Preference,
  updatePreferencesInput,
  type UpdatePreferencesInput,
} from "./preferences.ts";
import { PREFERENCES, type PreferencesRecord } from "./records.ts";

/** The preferences of users about their notifications (contract-3, TIME-5). */
export function createPreferenceUseCases({ transact, channels }: Pick<EngineParts, "transact" | "channels">) {
  const inputSchema = updatePreferencesInput(channels);
  return {
    /**
     * `updateNotificationPreferences`: changes those that are given, of the caller's own.
     *
     * @returns all of them afterwards
     * @throws DomainError `INVALID_INPUT`, `FORBIDDEN` for a leaver, and for agents (contract-4, MEET-11)
     */
    updateNotificationPreferences: async (
      caller: Caller,
      input: UpdatePreferencesInput,
    ): Promise<Preference[]> => {
      assertPerson(caller);
      const { preferences: changes } = parseInput(inputSchema, input);
      const [userId, companyId] = [toObjectId(caller.userId), toObjectId(caller.companyId)];
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const records = scope.db.collection<PreferencesRecord>(PREFERENCES);
        const storedRecord = await records.findOne({ companyId, userId }, { session: scope.session });
        const before = allPreferences(channels, storedRecord?.preferences);
        const after = before.map(
          (preference) =>
            changes.findLast(
              ({ channel, category }) => channel === preference.channel && category === preference.category,
            ) ?? preference,
        );
        const record = { _id: toObjectId(scope.newId()), companyId, userId, preferences: after };
        await scope.write(
          storedRecord
            ? {
                update: PREFERENCES,
                updates: [{ q: { _id: storedRecord._id }, u: { $set: { preferences: after } } }],
              }
            : { insert: PREFERENCES, documents: [record] },
        );
        const about = { action: "update", entity: PREFERENCES, entityId: caller.userId, at: scope.now };
        const sides = { before: { preferences: before }, after: { preferences: after } };
        const audit = { companyId: caller.companyId, actorId: caller.userId, ...about, ...sides };
        await recordFacts(scope, { audit: [audit] });
        return after;
      });
    },
  };
}

export type PreferenceUseCases = ReturnType<typeof createPreferenceUseCases>;
