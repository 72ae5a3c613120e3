import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lossesIn, noteLosses, problemsIn } from "./argument-problems.ts";
import { type CallContext, defineTool } from "./tool.ts";

const NUMBER = "send this number as text";
const TWICE = "must not be named twice";
const told = (json: string) => lossesIn(json).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("a number of an agent", () => {
  it.each([
    "0",
    "-0",
    "250.00",
    "1e3",
    "1E+3",
    "12.5",
    "0.1",
    "1200",
    "100000000000000000000",
    "1e21",
    "5e-324",
    "9007199254740992",
    "0.30000000000000004",
    "1.7976931348623157e308",
    "0.000",
    "0e99999",
  ])("%s keeps its value [MEET-14]", (written) => {
    expect(told(`{"a":[${written}]}`)).toEqual([]);
  });

  it.each([
    "12345678901234567890",
    "-12345678901234567890",
    "9007199254740993",
    "0.1000000000000000055511151231257827",
    "250.0000000000000000001",
    "1e400",
    "1e-400",
    "123456789012345678e-2",
  ])("%s is lost in a double, and found by its path [MEET-14]", (written) => {
    expect(told(`{"a":[1,{"account":${written}}]}`)).toEqual([`a.1.account: ${NUMBER}`]);
  });

  it("as text is not touched [MEET-14]", () => {
    expect(told('{"account":"12345678901234567890","b":"\\"{1e400"}')).toEqual([]);
  });
});

describe("a key that is there twice", () => {
  it.each([
    ['{"to":"Milan","to":"Rocket"}', ["to"]],
    ['{"a":{"to":1,"b":[{"to":1,"x":{},"to":2}]}}', ["a.b.0.to"]],
    [String.raw`{"to":1,"\u0074o":2}`.replace("\\\\", "\\"), ["to"]],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
    ['{"a":{"to":1},"b":{"to":1},"to":1}', []],
  ])("in %s is found by its path [MEET-14]", (json, paths) => {
    expect(told(json)).toEqual(paths.map((path) => `${path}: ${TWICE}`));
  });
});

const context = (meta: CallContext["meta"]): CallContext => ({
  principal: {
    issuer: "https://issuer.test",
    userId: "a".repeat(24),
    companyId: "b".repeat(24),
    privileged: false,
    expiresAt: 0,
  },
  meta,
});

/** Reads a call as the edge does, and gives it to a tool that answers with its arguments. */
async function called(args: string, before = "") {
  const json = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo",${before}"arguments":${args}}}`;
  const body = JSON.parse(json) as { params: { arguments: unknown; _meta?: Record<string, unknown> } };
  noteLosses(body, json);
  const tool = defineTool({
    name: "echo",
    title: "Echo",
    description: "Answers with its arguments",
    annotations: {},
    input: z.object({
      action: z.record(z.string(), z.unknown()).optional(),
      facts: z.array(z.object({ key: z.string() })).optional(),
      place: z.object({ x: z.number() }).optional(),
      title: z.string().optional(),
    }),
    output: z.looseObject({}),
    run: async (data) => ({ text: "", data }),
    onFailure: () => undefined,
  });
  const result = await tool.call(body.params.arguments, context(body.params._meta ?? {}));
  return result.isError ? result.content[0]!.text : result.structuredContent;
}

describe("a tool", () => {
  it("refuses by path what was lost when its arguments were read [MEET-14]", async () => {
    expect(await called('{"action":{"account":12345678901234567890}}')).toBe(
      `Error: Invalid arguments: action.account: ${NUMBER}`,
    );
    expect(await called('{"action":{"to":"Milan","to":"Rocket"}}')).toBe(
      `Error: Invalid arguments: action.to: ${TWICE}`,
    );
    expect(await called('{"title":"a"}', '"arguments":{"title":"b"},')).toBe(
      `Error: Invalid arguments: params.arguments: ${TWICE}`,
    );
  });

  it("takes lists and objects as JSON text, also of arguments that may be absent [FIX-5]", async () => {
    const sent = { action: '{"to":"Milan"}', facts: '[{"key":"a"}]', place: '{"x":1}', title: '{"a":1}' };
    expect(await called(JSON.stringify(sent))).toEqual({
      action: { to: "Milan" },
      facts: [{ key: "a" }],
      place: { x: 1 },
      title: '{"a":1}',
    });
  });

  it("refuses what is nested too deeply to be looked through, wherever it stands [MEET-14]", async () => {
    const deep = `{"a":${"[".repeat(60_000)}${"]".repeat(60_000)}}`;
    const text = "Error: Invalid arguments: must not be nested so deeply";
    expect(await called('{"action":{"account":12345678901234567890}}', `"_meta":${deep},`)).toBe(text);
  });

  it("refuses what was lost in JSON text too [FIX-5] [MEET-14]", async () => {
    const sent = { action: '{"account":12345678901234567890,"to":1,"to":2}' };
    expect(await called(JSON.stringify(sent))).toBe(
      `Error: Invalid arguments: action.account: ${NUMBER}; action.to: ${TWICE}`,
    );
  });

  it.each(["[1]", "12", "{", "null", '"a"'])(
    "refuses the text %s in place of an object [FIX-5]",
    async (text) => {
      expect(await called(JSON.stringify({ action: text }))).toMatch(/^Error: Invalid arguments: action: /u);
    },
  );
});

it("of several messages each gets its own problems; others get none [MEET-14]", () => {
  const json =
    '[{"method":"tools/call","params":{"arguments":{"a":1e400}}},{"method":"tools/call","params":{}},' +
    '{"method":"initialize","params":{"a":1e400}},5]';
  const body = JSON.parse(json) as { params: { _meta?: Record<string, unknown> } }[];
  noteLosses(body, json);
  expect(problemsIn(body[0]!.params._meta!)).toEqual([{ path: "a", message: NUMBER }]);
  expect(body.slice(1)).toEqual((JSON.parse(json) as unknown[]).slice(1));
});
