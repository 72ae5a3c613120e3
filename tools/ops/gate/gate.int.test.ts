import { describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { UsageError } from "../../usage.ts";
import { parseGateArguments } from "./gate-command.ts";

describe("npm run gate", () => {
  it.each([
    ["nothing", [], /^expected show, set, history or rollback$/],
    ["an unknown command", ["nope"], /^expected show, set, history or rollback$/],
    ["set without fields", ["set"], /^set takes one JSON object$/],
    ["set with two arguments", ["set", "{}", "{}"], /^set takes one JSON object$/],
    ["rollback without an id", ["rollback"], /^rollback takes the id of one change$/],
    ["show with an argument", ["show", "ios"], /^show takes nothing else, found ios$/],
  ])("refuses %s", (_what, args, message) => {
    expect(() => parseGateArguments(args)).toThrow(UsageError);
    expect(() => parseGateArguments(args)).toThrow(message);
  });

  it("says which variable lacks the token, and where one comes from", async () => {
    const command = runCommand("ops/gate", ["show"], { COUNTERSIGN_TOKEN: "" });
    expect(await command.ended).toBe(1);
    expect(command.output()).toMatch(
      /^COUNTERSIGN_TOKEN is missing, .*: COUNTERSIGN_TOKEN=.* npm run gate -- show\n$/u,
    );
  });

  it("names an address that is none", async () => {
    const command = runCommand("ops/gate", ["show", "--url", "nope"], { COUNTERSIGN_TOKEN: "a.b.c" });
    expect(await command.ended).toBe(2);
    expect(command.output()).toMatch(/^nope: expected an address such as http:.*\n$/u);
  });
});
