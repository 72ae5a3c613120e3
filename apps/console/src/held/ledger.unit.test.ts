import { describe, expect, it } from "vitest";

import {
  type Entry,
  type EntryState,
  answeredEntry,
  countsOf,
  entriesAtStart,
  inputOf,
  isReplaced,
  isSameVerdict,
  rowsOf,
} from "./ledger.ts";

const NOW = new Date("2026-11-28T15:00:00");
const entryOf = (state: EntryState, about: Partial<Entry> = {}): Entry => ({
  key: "k1",
  tasks: [{ taskId: "t1", title: "Desk", revision: "1.1" }],
  status: "APPROVED",
  remark: "Fine",
  isMany: false,
  confirmedAt: NOW.getTime(),
  tab: "this",
  state,
  ...about,
});

describe("an attempt to send a verdict", () => {
  it.each([
    ["held", { kind: "answered", refusedTasks: new Map() }, "sent"],
    ["held", { kind: "refused", why: "Somebody was faster" }, "refused"],
    ["held", { kind: "notSent" }, "notSent"],
    ["held", { kind: "lost" }, "unknown"],
    ["notSent", { kind: "notSent" }, "notSent"],
    ["notSent", { kind: "lost" }, "unknown"],
    // A verdict that may be recorded stays unknown.
    ["unknown", { kind: "notSent" }, "unknown"],
    ["unknown", { kind: "answered", refusedTasks: new Map() }, "sent"],
  ] as const)("from %s with %j leads to %s [CON-20]", (before, answer, state) => {
    const entry = answeredEntry(entryOf("sending"), before, answer);
    expect(entry).toMatchObject({ state, key: "k1" });
    expect(entry.remark).toBe(state === "sent" ? undefined : "Fine");
  });

  it("is the same command with the same key each time [CON-20]", () => {
    const entry = entryOf("unknown");
    expect(inputOf(entry)).toEqual(inputOf(answeredEntry(entry, "unknown", { kind: "lost" })));
    expect(inputOf(entry).oneVerdict).toEqual({
      taskId: "t1",
      status: "APPROVED",
      expectedRevision: "1.1",
      remark: "Fine",
      idempotencyKey: "k1",
    });
    expect(isSameVerdict(entry, entryOf("held", { key: "k2" }))).toBe(true);
    expect(isSameVerdict(entry, entryOf("held", { status: "REJECTED" }))).toBe(false);
  });
});

describe("the ledger of a page that begins", () => {
  const hourAgo = NOW.getTime() - 3_600_000;
  const dayAgo = NOW.getTime() - 24 * 3_600_000;
  it.each([
    ["keeps what was not sent, for days", entryOf("notSent", { confirmedAt: dayAgo }), "notSent"],
    ["keeps what is not known", entryOf("unknown", { confirmedAt: dayAgo }), "unknown"],
    ["keeps why something was refused", entryOf("refused", { confirmedAt: hourAgo }), "refused"],
    ["keeps what was sent today", entryOf("sent", { confirmedAt: hourAgo }), "sent"],
    ["forgets what was sent yesterday", entryOf("sent", { confirmedAt: dayAgo }), undefined],
    ["knows no answer to what its own tab held", entryOf("held"), "unknown"],
    ["knows no answer to what its own tab was sending", entryOf("sending"), "unknown"],
    ["leaves to another tab what that one holds", entryOf("held", { tab: "other" }), undefined],
    [
      "takes over what a tab held that is gone",
      entryOf("held", { tab: "other", confirmedAt: hourAgo }),
      "unknown",
    ],
  ])("%s [CON-20]", (_what, entry, state) => {
    expect(entriesAtStart([entry], "this", NOW).map((startEntry) => startEntry.state)).toEqual(
      state === undefined ? [] : [state],
    );
  });
});

it("counts and lists each verdict of many in its own state, the newest first [CON-20]", () => {
  const many = entryOf("sent", {
    key: "k2",
    isMany: true,
    confirmedAt: NOW.getTime() + 1,
    tasks: [
      { taskId: "t2", title: "Cup", revision: "1.1" },
      { taskId: "t3", title: "Jug", revision: "1.1" },
    ],
    refusals: { t3: "Somebody was faster" },
  });
  const entries = [entryOf("held"), many, entryOf("sent", { key: "k3", confirmedAt: 0 })];
  expect(countsOf(entries, NOW)).toEqual({
    held: 1,
    sending: 0,
    sent: 1,
    notSent: 0,
    unknown: 0,
    refused: 1,
  });
  expect(rowsOf(entries).map(({ title, state, why }) => [title, state, why])).toEqual([
    ["Cup", "sent", undefined],
    ["Jug", "refused", "Somebody was faster"],
    ["Desk", "held", undefined],
    ["Desk", "sent", undefined],
  ]);
});

it.each([
  ["notSent", true],
  ["refused", true],
  ["unknown", false],
  ["held", false],
  ["sent", false],
] as const)("another verdict on a task takes the place of one that is %s: %s [CON-20]", (state, isOver) => {
  expect(isReplaced(entryOf(state), entryOf("held", { status: "REJECTED" }))).toBe(isOver);
});
