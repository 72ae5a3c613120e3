import { describe, expect, it } from "vitest";
import { createCheckAnswers } from "./check-answer.ts";
import type { CheckQuestion } from "./check-question.ts";

const DOWNLOADS = {
  ios: "https://apps.example.com/ios",
  android: "https://apps.example.com/android",
  web: null,
};
const NOON = new Date("2026-01-01T12:00:00Z");
const secondsLater = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);
const text = (words: string) => [{ language: "en", text: words }];
const question = (installed: string, acceptLanguage?: string): CheckQuestion => ({
  platform: "ios",
  version: installed,
  acceptLanguage,
});

describe("the answer to a check", () => {
  it("has its fields in order, and no others [GATE-1]", () => {
    const answer = createCheckAnswers(
      { iosVersion: "2", iosMinimumVersion: "1", iosMessages: text("New") },
      DOWNLOADS,
    );
    expect(answer(question("1.5"), NOON).body).toBe(
      '{"status":"UPDATE_AVAILABLE","current":"2","minimum":"1",' +
        '"downloadUrl":"https://apps.example.com/ios","message":"New"}',
    );
    expect(answer({ ...question("1"), platform: "web" }, NOON).body).toBe(
      '{"status":"UPDATE_REQUIRED","current":"1.2","minimum":null,"downloadUrl":null}',
    );
  });

  it("counts the seconds of maintenance down, each answer with a tag of its own [GATE-1]", () => {
    const answer = createCheckAnswers(
      { iosMaintenance: [{ from: NOON, until: secondsLater(10), message: [] }] },
      DOWNLOADS,
    );
    const [first, last] = [answer(question("1"), NOON), answer(question("1"), secondsLater(9.5))];
    expect(JSON.parse(first.body)).toMatchObject({ status: "MAINTENANCE", retryAfter: 10 });
    expect(JSON.parse(last.body)).toMatchObject({ status: "MAINTENANCE", retryAfter: 1 });
    expect(first.etag).not.toBe(last.etag);
    expect(JSON.parse(answer(question("1"), secondsLater(10)).body)).toMatchObject({ status: "OK" });
  });

  it("is that of its own window, language and platform, however often it is asked [GATE-1]", () => {
    const answer = createCheckAnswers(
      {
        iosVersion: "2",
        iosMessages: [...text("New"), { language: "de", text: "Neu" }],
        androidVersion: "2",
        iosMaintenance: [
          { from: NOON, until: secondsLater(10), message: text("First") },
          { from: secondsLater(10), until: secondsLater(20), message: text("Second") },
        ],
      },
      DOWNLOADS,
    );
    const messageOf = (asked: CheckQuestion, now: Date) =>
      (JSON.parse(answer(asked, now).body) as { message?: string }).message;
    for (let round = 0; round < 2; round += 1) {
      expect(messageOf(question("1"), NOON)).toBe("First");
      expect(messageOf(question("1"), secondsLater(10))).toBe("Second");
      expect(messageOf(question("1"), secondsLater(20))).toBe("New");
      expect(messageOf(question("1", "de"), secondsLater(20))).toBe("Neu");
      expect(messageOf({ ...question("1"), platform: "android" }, secondsLater(20))).toBeUndefined();
    }
  });
});
