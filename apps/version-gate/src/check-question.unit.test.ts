import { parseInput } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";
import { checkQuery, parseQuery, questionOf } from "./check-question.ts";

const read = (query: string, headers = {}) =>
  questionOf({ query: parseInput(checkQuery, parseQuery(query.slice(1))), headers });

describe("a question", () => {
  it("has the platform, the version, the device and the languages [GATE-1]", () => {
    const query = "?platform=ios&version=1.2&device=d1&other=x&other=y";
    const question = read(query, { "accept-language": "de" });
    expect(question).toEqual({
      platform: "ios",
      version: "1.2",
      device: "d1",
      acceptLanguage: "de",
    });
  });

  it.each(["1.2.3-beta+4", "1.2.3-beta%2B4"])(
    "may have the version %s, encoded or not [GATE-1]",
    (version) => {
      expect(read(`?platform=web&version=${version}`)).toMatchObject({
        version: "1.2.3-beta+4",
      });
    },
  );

  it.each(["iOS", "IOS", "Ios", "ios"])("may name the platform %s [FIX-6]", (platform) => {
    expect(read(`?platform=${platform}&version=1`)).toMatchObject({ platform: "ios" });
  });

  it.each(["v1.2", "V1.2", "1.2 ", "\n1.2", "1.2 (34)", "1.2 [34]", "1.2+34 (5)"])(
    "may have the version %j as it was built [FIX-6]",
    (version) => {
      expect(read(`?platform=web&version=${encodeURIComponent(version)}`)).toMatchObject({ version });
    },
  );

  it("has no more of the languages than browsers send [GATE-1]", () => {
    const headers = { "accept-language": "de,".repeat(2_000) };
    expect(read("?platform=ios&version=1", headers).acceptLanguage).toHaveLength(300);
  });

  it("may have any device of up to 64 characters [GATE-1]", () => {
    const device = `?/&=%+ü${"x".repeat(57)}`;
    expect(device).toHaveLength(64);
    expect(read(`?platform=ios&version=1&device=${encodeURIComponent(device)}`)).toMatchObject({ device });
    expect(read("?platform=ios&version=1&device=a?b")).toMatchObject({ device: "a?b" });
  });

  it.each([
    ["?version=1", "platform"],
    ["?platform=&version=1", "platform"],
    ["?platform=windows&version=1", "platform"],
    ["?platform=constructor&version=1", "platform"],
    ["?platform=ios&platform=ios&version=1", "platform"],
    ["?platform=ios", "version"],
    ["?platform=ios&version=", "version"],
    ["?platform=ios&version=1..2", "version"],
    ["?platform=ios&version=%20", "version"],
    ["?platform=ios&version=vv1", "version"],
    ["?platform=ios&version=-1", "version"],
    ["?platform=ios&version=1%202", "version"],
    ["?platform=ios&version=%zz", "version"],
    ["?platform=ios&version=%FF", "version"],
    ["?platform=ios&version=1%00", "version"],
    [`?platform=ios&version=${"1".repeat(400)}`, "version"],
    ["?platform=ios&version=1&version=1", "version"],
    ["?platform=ios&version=1&device=", "device"],
    [`?platform=ios&version=1&device=${"d".repeat(65)}`, "device"],
    ["?platform=ios&version=1&device=a&device=b", "device"],
  ])("%s is refused, and %s is named [GATE-1]", (query, field) => {
    expect(() => read(query)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        field,
        message: expect.stringMatching(new RegExp(`^${field}: [^;]+$`)) as string,
      }),
    );
  });

  it("is checked each time, also of an app that has asked before [GATE-1]", () => {
    const asked = "?platform=ios&version=1.2";
    expect(read(asked)).toEqual(read(asked));
    expect(() => read(`${asked}&device=`)).toThrow("device: must not be empty");
    expect(() => read(`${asked}&version=1.2`)).toThrow("version: must be given once");
    expect(() => read("?platform=ios%201.2&version=3")).toThrow("platform: must be one of");
    for (let version = 0; version < 2_000; version += 1) read(`?platform=ios&version=${version}`);
    expect(read(asked)).toMatchObject({ version: "1.2" });
  });

  it.each(["", "?"])("%j is refused, and what is missing is named [GATE-1]", (query) => {
    expect(() => read(query)).toThrow(
      "platform: must be one of ios, android, web, and given once; version: is required",
    );
  });
});
