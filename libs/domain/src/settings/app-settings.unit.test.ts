import { describe, expect, it } from "vitest";
import { APP_BOUNDS, type LocalizedText, type MaintenanceWindow } from "./app-settings.ts";
import { assertConfigPatch, type ConfigPatch } from "./config.ts";

const window = (fromHour: number, untilHour: number, message: LocalizedText[] = []): MaintenanceWindow => ({
  from: new Date(Date.UTC(2026, 0, 1, fromHour)),
  until: new Date(Date.UTC(2026, 0, 1, untilHour)),
  message,
});
const windows = (count: number) => Array.from({ length: count }, (_, hour) => window(hour, hour + 1));
const text = (language: string, words = "Update, please"): LocalizedText => ({ language, text: words });
const texts = (count: number) => Array.from({ length: count }, (_, index) => text(`en-x-${index}`));

describe("the settings of apps", () => {
  it.each<[string, ConfigPatch]>([
    ["no minimum", { iosMinimumVersion: null, androidMinimumVersion: undefined }],
    ["a minimum of four numbers and a pre-release", { webMinimumVersion: "1.2.3.4-beta+5" }],
    ["the least and the greatest percentage", { iosRolloutPercent: 0, androidRolloutPercent: 100 }],
    ["windows that touch, in any order", { iosMaintenance: [window(2, 3), window(0, 1), window(1, 2)] }],
    ["as many windows as allowed", { webMaintenance: windows(APP_BOUNDS.windows) }],
    ["languages with script and region", { iosMessages: [text("en"), text("zh-Hant-TW"), text("de-CH")] }],
    ["as many languages as allowed", { iosMessages: texts(APP_BOUNDS.languages) }],
    ["the longest text", { iosMessages: [text("en", "x".repeat(APP_BOUNDS.text))] }],
    ["no windows and no messages", { iosMaintenance: [], iosMessages: [] }],
  ])("may have %s [GATE-1]", (_title, patch) => {
    expect(() => assertConfigPatch(patch)).not.toThrow();
  });

  it.each<[string, string, ConfigPatch]>([
    ["a minimum that is no version", "iosMinimumVersion", { iosMinimumVersion: "1..2" }],
    ["a minimum that not every client reads", "iosMinimumVersion", { iosMinimumVersion: "2.4.0rc1" }],
    ["a minimum with the word build", "androidMinimumVersion", { androidMinimumVersion: "2.4 build 12" }],
    ["a minimum with a comma", "webMinimumVersion", { webMinimumVersion: "1,2" }],
    ["an empty minimum", "androidMinimumVersion", { androidMinimumVersion: "" }],
    ["a minimum that is too long", "webMinimumVersion", { webMinimumVersion: "1".repeat(101) }],
    ["a negative percentage", "iosRolloutPercent", { iosRolloutPercent: -1 }],
    ["more than all", "androidRolloutPercent", { androidRolloutPercent: 101 }],
    ["a part of a percent", "webRolloutPercent", { webRolloutPercent: 0.5 }],
    ["too many windows", "iosMaintenance", { iosMaintenance: windows(APP_BOUNDS.windows + 1) }],
    ["a window that ends as it begins", "iosMaintenance.0.until", { iosMaintenance: [window(1, 1)] }],
    [
      "a window that ends before it begins",
      "webMaintenance.1.until",
      { webMaintenance: [window(0, 1), window(3, 2)] },
    ],
    [
      "a window without a time",
      "iosMaintenance.0.until",
      { iosMaintenance: [{ ...window(0, 1), from: new Date(Number.NaN) }] },
    ],
    ["windows that overlap", "androidMaintenance.1", { androidMaintenance: [window(0, 2), window(1, 3)] }],
    [
      "a window in another",
      "iosMaintenance.2",
      { iosMaintenance: [window(8, 9), window(0, 5), window(1, 2)] },
    ],
    ["the same window twice", "iosMaintenance.1", { iosMaintenance: [window(0, 1), window(0, 1)] }],
    ["a message in no language", "iosMessages.0.language", { iosMessages: [text("")] }],
    ["a message in any language", "iosMessages.0.language", { iosMessages: [text("*")] }],
    ["a malformed language", "iosMessages.1.language", { iosMessages: [text("en"), text("de_DE")] }],
    [
      "a language that is too long",
      "iosMessages.0.language",
      { iosMessages: [text(`en-x-${"a-".repeat(20)}b`)] },
    ],
    ["a language twice", "iosMessages.1.language", { iosMessages: [text("de-CH"), text("de-ch")] }],
    ["too many languages", "webMessages", { webMessages: texts(APP_BOUNDS.languages + 1) }],
    ["a blank text", "iosMessages.0.text", { iosMessages: [text("en", " \n")] }],
    ["a text that is too long", "iosMessages.0.text", { iosMessages: [text("en", "x".repeat(501))] }],
    [
      "a malformed language in a window's message",
      "iosMaintenance.0.message.0.language",
      { iosMaintenance: [window(0, 1, [text("e")])] },
    ],
  ])("may not have %s: %s is named [GATE-1]", (_title, field, patch) => {
    expect(() => assertConfigPatch(patch)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", field }));
  });
});
