import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2NWYwIn0.c2lnbmF0dXJl";

/** The output of a log call. */
function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  log(createLogger({ name: "test", level: "info", destination: { write: (line) => void lines.push(line) } }));
  return lines.join("");
}

describe("a log line never carries credentials", () => {
  it.each([
    ["a header", { authorization: `Bearer ${TOKEN}` }],
    [
      "a request's headers",
      { req: { headers: { authorization: "Basic c2VjcmV0LXZhbHVl", cookie: "c2VjcmV0LXZhbHVl" } } },
    ],
    ["a set-cookie header", { headers: { "set-cookie": "session=c2VjcmV0LXZhbHVl" } }],
    ["a property", { token: "c2VjcmV0LXZhbHVl", config: { secret: "c2VjcmV0LXZhbHVl" } }],
    ["a message", `refused ${TOKEN} of Ada`],
    ["a bearer value in a message", "sent Authorization: Bearer c2VjcmV0LXZhbHVl"],
    ["a URL's query", { url: "/api/mcp/sse?access_token=c2VjcmV0LXZhbHVl&a=1" }],
    ["a later query parameter", { url: "/x?a=1&token=c2VjcmV0LXZhbHVl" }],
    ["a connection string", { err: new Error("cannot reach mongodb://app:c2VjcmV0LXZhbHVl@db:27017/x") }],
    ["an error's message", { err: new Error(`bad ${TOKEN}`) }],
    ["something deep", { a: { b: { c: { d: [`Bearer ${TOKEN}`] } } } }],
  ])("in %s", (_case, input) => {
    const line = written((logger) => (typeof input === "string" ? logger.info(input) : logger.info(input)));
    expect(line).toContain("[redacted]");
    expect(line).not.toMatch(/c2VjcmV0|c2lnbmF0dXJl/);
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});

it("keeps everything but credentials", () => {
  const input = { url: "/page?skip=10&take=5", at: "10:30@noon", userId: "65f0a1b2c3d4e5f6a7b8c9d0" };
  const line = JSON.parse(written((logger) => logger.info(input, "bearer of news"))) as object;
  expect(line).toMatchObject({ ...input, msg: "bearer of news", name: "test" });
});
