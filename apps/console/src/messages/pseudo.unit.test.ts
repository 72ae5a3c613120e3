import type { Messages } from "@lingui/core";
import { expect, it } from "vitest";
import { pseudo } from "./pseudo.ts";

it("lengthens the texts of every message and keeps its values [CON-6]", () => {
  const messages: Messages = {
    plain: ["Inbox"],
    valued: [["who"], " approved ", ["stage"]],
    text: "Close",
  };
  expect(pseudo(messages)).toEqual({
    plain: ["\u200FInboox\u200F"],
    valued: [["who"], "\u200F aapprooveed \u200F", ["stage"]],
    text: "\u200FCloosee\u200F",
  });
});
