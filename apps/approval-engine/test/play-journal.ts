import type { Bus } from "@countersign/bus";
import { JOURNAL_RPC, type JournalConfirmation, parseRequest } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { afterwards } from "@countersign/testing";

import type { Caller } from "../src/engine.ts";

type Person = Pick<Caller, "companyId" | "userId">;

/** The journal as the engine meets it on the bus: it asks people, and knows only those whom it asked. */
export interface PlayedJournal {
  /** Asks a person about an entry. @returns id of the question */
  ask(person: Person): string;
}

/** Plays the journal until the test, or the spec file, is over. Every entry is the same. */
export async function playJournal(bus: Pick<Bus, "serve">): Promise<PlayedJournal> {
  const askedPeople = new Map<string, Person>();
  const isAsked = ({ id, companyId, userId }: Person & { id: string }) => {
    const person = askedPeople.get(id);
    return person?.companyId === companyId && person.userId === userId;
  };
  const { confirmationShow, confirmationAnswer } = JOURNAL_RPC;
  const service = await bus.serve({
    name: "mcp-journal",
    version: "0.0.0",
    description: "The journal of a test.",
    endpoints: [
      {
        name: "confirmationShow",
        subject: confirmationShow.subject,
        handle: async ({ data }) => {
          const request = parseRequest(confirmationShow.request, data);
          return { confirmation: isAsked(request) ? confirmationOf(request.id) : null };
        },
      },
      {
        name: "confirmationAnswer",
        subject: confirmationAnswer.subject,
        handle: async ({ data }) => {
          const request = parseRequest(confirmationAnswer.request, data);
          return isAsked(request) ? { result: "TAKEN", ref: "JE-000042" } : { result: "MISSING" };
        },
      },
    ],
  });
  afterwards(() => service.close());
  return {
    ask({ companyId, userId }) {
      const id = newId();
      askedPeople.set(id, { companyId, userId });
      return id;
    },
  };
}

/** A question about an entry of two lines. */
export function confirmationOf(id: string): JournalConfirmation {
  return {
    id,
    entryId: "e".repeat(24),
    ref: "JE-000042",
    description: "Rent of March",
    date: "2027-03-01",
    lines: ["DEBIT 1200.5 on 6100 Office Rent: March", "CREDIT 1200.5 on 1000 Cash at Bank"],
    cells: [
      ["1", "6100", "Office Rent", "1200.5", "", "March"],
      ["2", "1000", "Cash at Bank", "", "1200.5", ""],
    ],
    total: "1200.5",
    currency: "EUR",
    status: "OPEN",
    changed: false,
  };
}
