import { describe, expect, it } from "vitest";
import { kindsOfPlatform } from "./kinds-of-platform.ts";

const BOTH = { approvesEntries: true, agentsAsk: true };

describe("the kinds of npm start", () => {
  it.each([
    ["its own where none are given", undefined, BOTH, "finance:JournalEntry agents:ToolCall"],
    ["those given with its own", "legal:Nda", BOTH, "legal:Nda finance:JournalEntry agents:ToolCall"],
    ["its own once", "agents:ToolCall finance:JournalEntry", BOTH, "agents:ToolCall finance:JournalEntry"],
    [
      "its own beside others of their owner",
      "agents:Trip finance:JournalEntry",
      BOTH,
      "agents:Trip,ToolCall finance:JournalEntry",
    ],
    [
      "those given alone where it uses none",
      "legal:Nda",
      { approvesEntries: false, agentsAsk: false },
      "legal:Nda",
    ],
  ])("are %s", (_what, given, uses, kinds) => {
    expect(kindsOfPlatform(given, uses)).toBe(kinds);
  });
});
