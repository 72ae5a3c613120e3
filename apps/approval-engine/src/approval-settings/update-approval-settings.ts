import { assertToldApart, settingsMadeBy } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { CONFIG_ENTITY, auditedSides, createSettingsRepository } from "@countersign/settings";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged, changeBy } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import {
  type ApprovalSettings,
  COLLECTION,
  saveSettings,
  settingValues,
  settingsOf,
} from "./approval-settings.ts";
import { assertTimeSettings } from "./assert-time-settings.ts";
import { assertInDirectory } from "./refuse-unknown.ts";

type Setting = keyof typeof settingValues.shape;

/** Settings to change: those that are left out stay, null restores the default. */
export type UpdateApprovalSettingsInput = {
  [Name in keyof typeof settingValues.shape]?: z.input<(typeof settingValues.shape)[Name]> | null | undefined;
} & { thresholdsEnabled?: boolean | null | undefined };

/**
 * `updateApprovalSettings`
 *
 * @param expectedVersion - the version that the caller has seen; left out, any
 * @throws DomainError `FORBIDDEN` unless the caller is privileged, `INVALID_INPUT`, `CONFLICT` at another version
 */
function createUpdateApprovalSettings({ transact }: { transact: Transact }) {
  return async (
    caller: Caller,
    { thresholdsEnabled, ...input }: UpdateApprovalSettingsInput,
    expectedVersion?: number | null,
  ): Promise<ApprovalSettings> => {
    assertPrivileged(caller);
    const { companyId, userId: actorId } = caller;
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const before = await settingsOf(scope, companyId);
      const { version } = before;
      if ((expectedVersion ?? version) !== version) {
        throw new DomainError(
          "CONFLICT",
          text("settings.changed", { expected: expectedVersion ?? version, found: version }),
          { field: "expectedVersion" },
        );
      }
      const givenEntries = Object.entries(input).filter(([, value]) => value !== undefined);
      const unset = givenEntries.flatMap(([name, value]) => (value === null ? [name as Setting] : []));
      const namedEntries = Object.entries({ ...before, ...Object.fromEntries(givenEntries) });
      const ownSettings = Object.fromEntries(namedEntries.filter(([, value]) => value !== null));
      const values = parseInput(settingValues, { ...scope.settingsDefaults, ...ownSettings });
      // Sets that were stored earlier stay readable.
      if (input.exclusiveGroups) assertToldApart(values.exclusiveGroups);
      if (input.fallbackApproverIds) {
        const earlier = new Set(before.fallbackApproverIds);
        const addedIds = values.fallbackApproverIds.filter((id) => !earlier.has(id));
        // Whatever `unknownPeople` says (contract-3, SAFE-13).
        await assertInDirectory(
          scope,
          companyId,
          addedIds.map((userId) => ({ field: "fallbackApproverIds", userId })),
        );
      }
      await assertTimeSettings(
        scope,
        companyId,
        givenEntries.map(([name]) => name as Setting),
        values,
      );
      const madeBy = settingsMadeBy(before, values, changeBy(caller, scope.now));
      const after = { ...values, version: version + 1, ...(madeBy && { madeBy }) };
      const set = Object.fromEntries(
        givenEntries.flatMap(([name, value]) => (value === null ? [] : [[name, values[name as Setting]]])),
      );
      await saveSettings(scope, companyId, { version: after.version, madeBy, set, unset });
      const about = { action: "update", entity: COLLECTION, entityId: companyId, at: scope.now };
      await recordFacts(scope, { audit: [{ companyId, actorId, ...about, before, after }] });
      if (thresholdsEnabled !== undefined) await switchThresholds(scope, caller, thresholdsEnabled);
      return after;
    });
  };
}

/**
 * Changes `approvalThresholdsEnabled` in the company's `configs`, which version-gate owns, and nothing else there; audited
 * as its `updateConfig` does it (contract-3, CON-17). What the gate publishes stays as fresh as it is.
 */
async function switchThresholds(
  scope: TransactionScope,
  { companyId, userId: actorId }: Caller,
  approvalThresholdsEnabled: boolean | null,
): Promise<void> {
  const { now: at } = scope;
  const context = { newId: scope.newId(), now: at };
  const writtenConfig = await createSettingsRepository(scope).update(
    companyId,
    { approvalThresholdsEnabled },
    context,
  );
  if (writtenConfig.changes.length === 0) return;
  const about = { action: "update", entity: CONFIG_ENTITY, entityId: writtenConfig.after.id, at };
  await recordFacts(scope, {
    audit: [{ companyId, actorId, ...about, ...auditedSides(writtenConfig.changes) }],
  });
}

/** Changes of a company's settings. */
export function createSettingsUseCases(dependencies: { transact: Transact }) {
  return { updateApprovalSettings: byPeople(createUpdateApprovalSettings(dependencies)) };
}

export type SettingsUseCases = ReturnType<typeof createSettingsUseCases>;
