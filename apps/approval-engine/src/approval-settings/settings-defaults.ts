import { type Duration, assertDuration } from "@countersign/domain/calendar";
import type { DomainError } from "@countersign/domain/errors";
import { z } from "zod";

import { type SettingsDefaults, settingValues } from "./approval-settings.ts";

const EXPECTED = 'expected a JSON object of settings, such as {"runReaders":"INVOLVED"}';

/** Each setting may be left out, and then has no default. Calendars belong to one company, so that they never have one. */
const { calendarId: _ofCompany, kindCalendars: _ofKinds, ...ofDeployment } = settingValues.shape;
const someSettings = z.strictObject(
  Object.fromEntries(Object.entries(ofDeployment).map(([name, value]) => [name, value.unwrap().optional()])),
);

/** `APPROVAL_SETTINGS_DEFAULTS` (contract-3, OPS-2): JSON, with one fault for each setting that is wrong. */
export const settingsDefaults = z.string().transform((text, context): SettingsDefaults => {
  const givenDefaults = parsedJson(text);
  if (typeof givenDefaults !== "object" || givenDefaults === null || Array.isArray(givenDefaults)) {
    context.addIssue({ code: "custom", message: EXPECTED });
    return z.NEVER;
  }
  const { data, error } = someSettings.safeParse(givenDefaults);
  for (const issue of error?.issues ?? []) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")];
    const fault = issue.code === "unrecognized_keys" ? "no such setting" : issue.message;
    for (const name of names) context.addIssue({ code: "custom", message: `${name}: ${fault}` });
  }
  const defaults = data as SettingsDefaults | undefined;
  const fault = defaults?.questionPause && faultOf(defaults.questionPause);
  if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  return defaults ?? z.NEVER;
});

function faultOf(questionPause: Duration): string | undefined {
  try {
    assertDuration(questionPause, "questionPause");
    return undefined;
  } catch (error) {
    return (error as DomainError).message;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
