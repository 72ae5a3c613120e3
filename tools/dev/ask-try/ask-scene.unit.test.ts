import { expect, it } from "vitest";
import { type AskScene, playAskScene } from "./ask-scene.ts";

type Answer = { text: string; isError?: boolean; structuredContent?: Record<string, unknown> };

/** A connection whose tools answer as the test says, the arguments notwithstanding. */
const answering = (answers: Record<string, () => Answer>): AskScene["tools"] => ({
  callTool: async ({ name }) => {
    const { text, ...rest } = answers[name]!();
    return { content: [{ type: "text", text }], ...rest };
  },
});

const CLAIMS = { rule: { workflowId: "3", version: 1 } };
const GRANT = `a.${Buffer.from(JSON.stringify(CLAIMS)).toString("base64url")}.c`;

const approvals = answering({
  request_approval: () => ({
    text: "",
    structuredContent: { id: "1", actionSha256: "0".repeat(64), url: "https://console.example/1" },
  }),
  wait_for_approval: () => ({
    text: "",
    structuredContent: { status: "APPROVED", decisions: [{ name: "Milan Cole" }], grant: GRANT },
  }),
});

/** Plays the scene with a tool that gives these answers one after the other. */
const playedWith = (answers: Answer[]) =>
  playAskScene({
    approvals,
    tools: answering({ delete_record: () => answers.shift()! }),
    approver: { name: "Milan Cole" },
    decide: async () => undefined,
    say: () => undefined,
  });

const refused: Answer = { text: "no", isError: true };
const done: Answer = { text: "deleted" };

it("the scene goes well where the tool runs once, with the approved arguments [ASK-4]", async () => {
  await expect(playedWith([refused, refused, done, refused])).resolves.toBeUndefined();
});

it.each([
  ["runs without a grant", [done], "customers-2019 should have been refused"],
  ["runs with other arguments", [refused, done], "customers-2026 should have been refused"],
  ["does not run with its grant", [refused, refused, refused], "customers-2019 should have been done"],
  ["runs twice with one grant", [refused, refused, done, done], "customers-2019 should have been refused"],
])("the scene fails where the tool %s [ASK-4]", async (_, answers, message) => {
  await expect(playedWith(answers)).rejects.toThrow(message);
});
