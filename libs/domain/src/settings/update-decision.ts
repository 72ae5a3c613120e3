import { type LocalizedText, type MaintenanceWindow, type Platform, WEB_APP } from "./app-settings.ts";
import type { ConfigValues } from "./config.ts";
import { compareVersionNumbers, parseVersion, type VersionNumber } from "./version-number.ts";
import { currentVersionOf } from "./versions.ts";

/** The next step of an app, see {@link decideUpdate}. */
export const UPDATE_STATUSES = ["OK", "UPDATE_AVAILABLE", "UPDATE_REQUIRED", "MAINTENANCE"] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** The settings of one app, made ready for decisions. */
export interface UpdateRules {
  /** As they are published; undefined when unset. */
  current: string | undefined;
  minimum: string | undefined;
  /** Undefined when unset, or when they cannot be compared. */
  currentNumber: VersionNumber | undefined;
  minimumNumber: VersionNumber | undefined;
  isForced: boolean;
  rolloutPercent: number;
  maintenance: readonly MaintenanceWindow[];
  messages: readonly LocalizedText[];
}

/** Makes the settings of a platform's app ready for decisions. */
export function updateRulesOf(values: ConfigValues, platform: Platform): UpdateRules {
  const current = currentVersionOf(values, platform);
  const minimum = values[`${platform}MinimumVersion`];
  const isForced = platform === "web" ? WEB_APP.forceUpdate : values[`${platform}ForceUpdate`];
  return {
    current,
    minimum,
    currentNumber: numberOf(current),
    minimumNumber: numberOf(minimum),
    isForced: isForced ?? false,
    rolloutPercent: values[`${platform}RolloutPercent`] ?? 100,
    maintenance: values[`${platform}Maintenance`] ?? [],
    messages: values[`${platform}Messages`] ?? [],
  };
}

function numberOf(version: string | undefined): VersionNumber | undefined {
  return version === undefined ? undefined : parseVersion(version);
}

/** An app that asks. */
export interface AskingApp {
  installed: VersionNumber;
  /** The device's place in the roll-out of a version, from 0 to 99; undefined for an app that names no device. */
  bucketOf: (version: string) => number | undefined;
}

export interface UpdateDecision {
  status: UpdateStatus;
  /** The same text in several languages; empty when there is none. */
  texts: readonly LocalizedText[];
  /** When the maintenance ends. */
  until?: Date;
}

/**
 * Decides what an app does next (contract-2, GATE-1; docs/version-gate.md has the table). The first that holds:
 *
 * 1. A maintenance window contains the moment: `MAINTENANCE`.
 * 2. The app is below the minimum version: `UPDATE_REQUIRED`, whether or not the roll-out has reached its device.
 * 3. The app is below the current version, and the roll-out has reached its device: `UPDATE_REQUIRED` if the update is
 *    forced, else `UPDATE_AVAILABLE`.
 * 4. `OK`.
 *
 * A version that is unset or cannot be compared asks nobody to update.
 */
export function decideUpdate(rules: UpdateRules, app: AskingApp, now: Date): UpdateDecision {
  const window = rules.maintenance.find(({ from, until }) => from <= now && now < until);
  if (window !== undefined) return { status: "MAINTENANCE", texts: window.message, until: window.until };
  const isBelow = (version: VersionNumber | undefined) =>
    version !== undefined && compareVersionNumbers(app.installed, version) < 0;
  if (isBelow(rules.minimumNumber)) return { status: "UPDATE_REQUIRED", texts: rules.messages };
  if (isBelow(rules.currentNumber) && isReached(rules, app)) {
    return { status: rules.isForced ? "UPDATE_REQUIRED" : "UPDATE_AVAILABLE", texts: rules.messages };
  }
  return { status: "OK", texts: [] };
}

/**
 * Whether the roll-out of the current version has reached the device. A device keeps its place, so one that was reached
 * stays so while the percentage only rises. An app that names no device is reached when all are.
 */
function isReached({ current = "", rolloutPercent }: UpdateRules, { bucketOf }: AskingApp): boolean {
  return rolloutPercent >= 100 || (bucketOf(current) ?? 100) < rolloutPercent;
}
