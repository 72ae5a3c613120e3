import { JOURNAL_RPC, type JournalConfirmation, type JournalRpcReply } from "@countersign/contracts";
import { RequestRefused } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import { leaveCompany, useTestStore } from "@countersign/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type GraphqlClient, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { confirmationOf } from "../../test/play-journal.ts";

const store = await useTestStore();
const bus = useBus();
const { as } = await useReplica(store, bus);
const person = { companyId: newId(), userId: newId(), privileged: false };
const id = newId();

const ENTRY = confirmationOf(id);

const SHOW = `query ($id: ID!) { journalConfirmation(id: $id) {
  id entryId ref description date lines cells total currency status changed
} }`;
const ANSWER =
  "mutation ($input: AnswerJournalConfirmationInput!) { answerJournalConfirmation(input: $input) }";
const show = (client: GraphqlClient, of = id) => client.ask(SHOW, { id: of });
const answer = (client: GraphqlClient, accept = true, of = id) =>
  client.ask(ANSWER, { input: { id: of, accept } });

/** The journal's part: what it was asked, and what it says next. */
let requests: unknown[] = [];
let shown: () => JournalConfirmation | null;
let taken: () => JournalRpcReply<"confirmationAnswer">;
let journal: { close: () => Promise<void> };

beforeEach(async () => {
  requests = [];
  shown = () => ENTRY;
  taken = () => ({ result: "TAKEN", ref: ENTRY.ref });
  const { confirmationShow, confirmationAnswer } = JOURNAL_RPC;
  journal = await bus.serve({
    name: "mcp-journal",
    version: "0.0.0",
    description: "The journal of this test.",
    endpoints: [
      {
        name: "show",
        subject: confirmationShow.subject,
        handle: async ({ data }) => {
          requests.push(data);
          return { confirmation: shown() };
        },
      },
      {
        name: "answer",
        subject: confirmationAnswer.subject,
        handle: async ({ data }) => {
          requests.push(data);
          return taken();
        },
      },
    ],
  });
});
afterEach(() => journal.close());

describe("journalConfirmation [MCP-3]", () => {
  it("asks the journal for the user and the company of the token, and shows the entry", async () => {
    const { companyId, userId } = person;
    expect((await show(as(person))).data).toEqual({ journalConfirmation: ENTRY });
    expect(requests).toEqual([{ companyId, userId, id }]);
  });

  it("is null for who is not asked", async () => {
    shown = () => null;
    expect((await show(as(person))).data).toEqual({ journalConfirmation: null });
  });

  it("has no currency where the books have none", async () => {
    const { currency: _none, ...plain } = ENTRY;
    shown = () => plain;
    expect((await show(as(person))).data).toMatchObject({ journalConfirmation: { currency: null } });
  });

  it("refuses an id that is none", async () => {
    const { errors } = await show(as(person), "JE-1");
    expect(errors).toMatchObject([
      { extensions: { code: "BAD_USER_INPUT" }, message: expect.stringContaining("id") },
    ]);
    expect(requests).toEqual([]);
  });
});

describe("answerJournalConfirmation [MCP-3]", () => {
  it.each([true, false])("hands the answer %s of the token's user on", async (accept) => {
    const { companyId, userId } = person;
    expect((await answer(as(person), accept)).data).toEqual({ answerJournalConfirmation: true });
    expect(requests).toEqual([{ companyId, userId, id, accept }]);
  });

  it.each([
    ["MISSING", "NOT_FOUND", "Confirmation not found"],
    ["ANSWERED", "CONFLICT", "The confirmation was answered already"],
    ["EXPIRED", "CONFLICT", "The confirmation has expired"],
    ["CHANGED", "CONFLICT", "Journal entry JE-000042 has changed since it was shown"],
    ["POSTED", "CONFLICT", "Journal entry JE-000042 is posted already"],
  ] as const)("says why the journal did not take it: %s", async (result, code, message) => {
    taken = () => ({ result, ref: ENTRY.ref });
    expect((await answer(as(person))).errors).toMatchObject([{ message, extensions: { code } }]);
  });

  it("passes on that the journal refuses the user", async () => {
    taken = () => {
      throw new RequestRefused(403, "You have left the company");
    };
    expect((await answer(as(person))).errors).toMatchObject([
      { message: "You have left the company", extensions: { code: "FORBIDDEN" } },
    ]);
  });

  it("says that the journal did not answer where it fails or is away", async () => {
    taken = () => {
      throw new Error("a fault");
    };
    const unanswered = [
      { message: "The journal did not answer; try again", extensions: { code: "SERVICE_UNAVAILABLE" } },
    ];
    expect((await answer(as(person))).errors).toMatchObject(unanswered);
    await journal.close();
    expect((await answer(as(person))).errors).toMatchObject(unanswered);
    expect((await show(as(person))).errors).toMatchObject(unanswered);
  });
});

describe("questions of the journal [MCP-3]", () => {
  it("are refused to agents, whoever's token they hold [SAFE-15]", async () => {
    const agent = as({ ...person, privileged: true, isAgent: true });
    const refused = [{ message: "Separation of duties: agent", extensions: { code: "FORBIDDEN" } }];
    expect((await show(agent)).errors).toMatchObject(refused);
    expect((await answer(agent)).errors).toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it("are refused to leavers [FIX-2]", async () => {
    const leaver = { ...person, userId: newId() };
    await leaveCompany(store, leaver);
    expect((await show(as(leaver))).status).toBe(403);
    expect(requests).toEqual([]);
  });
});
