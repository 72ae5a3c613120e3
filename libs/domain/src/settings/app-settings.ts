import { refuse } from "./refuse.ts";
import { isPlainVersion, VERSION_MAX_LENGTH } from "./version-number.ts";

/** The apps that ask the version gate. */
export const PLATFORMS = ["ios", "android", "web"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The answer for the web app: constants of the service (version-gate specification, "Response object"). */
export const WEB_APP = { version: "1.2", forceUpdate: true } as const;

/** A text in one language. The first one of a list is for people who read none of the languages. */
export interface LocalizedText {
  /** BCP 47 tag, such as `de` or `zh-Hant`. */
  language: string;
  text: string;
}

/** A time in which an app cannot be used: from `from` on, before `until`. */
export interface MaintenanceWindow {
  from: Date;
  until: Date;
  message: readonly LocalizedText[];
}

/** The settings of each app by which `/api/version/check` decides; a field's name begins with the platform. */
interface AppSettings {
  /** Apps below it must update. */
  MinimumVersion: string;
  /** Percentage of devices that learn of the current version; unset: all. */
  RolloutPercent: number;
  Maintenance: readonly MaintenanceWindow[];
  /** The texts that people read about an update. */
  Messages: readonly LocalizedText[];
}

type AppField = `${Platform}${keyof AppSettings}`;

/** The settings of every app; an absent one is unset. */
export type AppValues = {
  [F in AppField]?: F extends `${Platform}${infer S extends keyof AppSettings}` ? AppSettings[S] : never;
};

export const APP_FIELDS = PLATFORMS.flatMap(
  (platform) =>
    [
      `${platform}MinimumVersion`,
      `${platform}RolloutPercent`,
      `${platform}Maintenance`,
      `${platform}Messages`,
    ] as const,
);

/** RFC 5646, section 4.4.1. */
const LANGUAGE_TAG_MAX_LENGTH = 35;

/** Bounds of the apps' settings; texts in UTF-16 code units. */
export const APP_BOUNDS = { windows: 5, languages: 20, text: 500 } as const;

/**
 * Refuses settings of apps that break a bound.
 *
 * @throws DomainError `INVALID_INPUT`, naming the field
 */
export function assertAppSettings(patch: { [F in AppField]?: AppValues[F] | null | undefined }): void {
  for (const platform of PLATFORMS) {
    assertMinimum(`${platform}MinimumVersion`, patch[`${platform}MinimumVersion`]);
    assertPercent(`${platform}RolloutPercent`, patch[`${platform}RolloutPercent`]);
    assertWindows(`${platform}Maintenance`, patch[`${platform}Maintenance`] ?? []);
    assertTexts(`${platform}Messages`, patch[`${platform}Messages`] ?? []);
  }
}

function assertMinimum(field: string, version: string | null | undefined): void {
  if (version == null) return;
  if (!isPlainVersion(version)) {
    const form = `a version such as 1.2.3 or 1.2.3-beta.4 of at most ${VERSION_MAX_LENGTH} characters`;
    refuse(field, `${field} must be ${form}`);
  }
}

function assertPercent(field: string, percent: number | null | undefined): void {
  if (percent != null && !(Number.isInteger(percent) && percent >= 0 && percent <= 100)) {
    refuse(field, `${field} must be a whole number from 0 to 100`);
  }
}

function assertWindows(field: string, windows: readonly MaintenanceWindow[]): void {
  if (windows.length > APP_BOUNDS.windows) {
    refuse(field, `${field} must have at most ${APP_BOUNDS.windows} maintenance windows`);
  }
  for (const [index, { from, until, message }] of windows.entries()) {
    if (!(from < until)) refuse(`${field}.${index}.until`, "A maintenance window must end after it begins");
    const otherIndex = windows.findIndex((window) => window.from < until && from < window.until);
    if (otherIndex < index) {
      refuse(`${field}.${index}`, `The maintenance windows ${otherIndex} and ${index} of ${field} overlap`);
    }
    assertTexts(`${field}.${index}.message`, message);
  }
}

function assertTexts(field: string, texts: readonly LocalizedText[]): void {
  if (texts.length > APP_BOUNDS.languages) {
    refuse(field, `${field} must have at most ${APP_BOUNDS.languages} languages`);
  }
  const languages = new Set<string>();
  for (const [index, { language, text }] of texts.entries()) {
    const path = `${field}.${index}`;
    if (!isLanguageTag(language)) {
      refuse(`${path}.language`, "A language must be a BCP 47 tag such as de or zh-Hant");
    }
    if (languages.has(language.toLowerCase())) {
      refuse(`${path}.language`, `The language ${language} is used more than once`);
    }
    if (text.trim() === "" || text.length > APP_BOUNDS.text) {
      refuse(`${path}.text`, `A text must have 1 to ${APP_BOUNDS.text} characters`);
    }
    languages.add(language.toLowerCase());
  }
}

function isLanguageTag(text: string): boolean {
  try {
    return text.length <= LANGUAGE_TAG_MAX_LENGTH && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
