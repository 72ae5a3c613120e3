import { assertPerson } from "@countersign/auth";
import { type Bus, RequestRefused, RequestUnanswered } from "@countersign/bus";
import {
  hexId,
  JOURNAL_RPC,
  type JournalConfirmation,
  type JournalRpcName,
  type JournalRpcReply,
  type JournalRpcRequest,
  parseContract,
} from "@countersign/contracts";
import { refuseLeaver } from "@countersign/directory";
import { DomainError, type ErrorCode } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { Db } from "mongodb";
import { z } from "zod";

import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";

const idInput = z.strictObject({ id: hexId });
const answerInput = z.strictObject({ id: hexId, accept: z.boolean() });

/** Questions of the journal to people whose agents want to post an entry (contract-3, MCP-3). Agents and leavers are refused. */
export interface JournalConfirmations {
  /**
   * A question with its entry; null for everybody but the user who is asked.
   *
   * @throws DomainError `FORBIDDEN`; `INVALID_INPUT`; `UNAVAILABLE` when the journal does not answer
   */
  show(caller: Caller, input: z.input<typeof idInput>): Promise<JournalConfirmation | null>;
  /**
   * The person's answer. The same one again changes nothing.
   *
   * @throws DomainError as `show`; `NOT_FOUND` for everybody but the user who is asked; `CONFLICT` where it was answered
   *   otherwise or has expired, or the entry has changed or is posted
   */
  answer(caller: Caller, input: z.input<typeof answerInput>): Promise<void>;
}

/** How long the journal may take. */
const TIMEOUT_MS = 5_000;

/** Asks the journal over the bus: the questions and the entries are its own. */
export function createJournalConfirmations({
  bus,
  db,
}: {
  bus: Pick<Bus, "request">;
  db: Pick<Db, "collection">;
}): JournalConfirmations {
  // The journal may have another directory, or none.
  const assertMember = async (caller: Caller) => {
    assertPerson(caller);
    await refuseLeaver({ db }, caller);
  };
  async function ask<N extends JournalRpcName>(
    name: N,
    request: JournalRpcRequest<N>,
  ): Promise<JournalRpcReply<N>> {
    const { subject, reply } = JOURNAL_RPC[name];
    try {
      const answer = await bus.request(subject, request, { timeoutMs: TIMEOUT_MS });
      return parseContract(reply, answer) as JournalRpcReply<N>;
    } catch (error) {
      throw failureOf(error);
    }
  }
  return {
    async show(caller, input) {
      await assertMember(caller);
      const { companyId, userId } = caller;
      const { id } = parseInput(idInput, input);
      const { confirmation } = await ask("confirmationShow", { companyId, userId, id });
      return confirmation;
    },
    async answer(caller, input) {
      await assertMember(caller);
      const { companyId, userId } = caller;
      const { id, accept } = parseInput(answerInput, input);
      const { result, ref = "" } = await ask("confirmationAnswer", { companyId, userId, id, accept });
      if (result !== "TAKEN") throw REFUSALS[result](ref);
    },
  };
}

const conflict = (why: ConstructorParameters<typeof DomainError>[1]) => new DomainError("CONFLICT", why);

/** Why an answer was not taken. */
const REFUSALS = {
  MISSING: () => new DomainError("NOT_FOUND", text("missing.confirmation")),
  ANSWERED: () => conflict(text("confirmation.answered")),
  EXPIRED: () => conflict(text("confirmation.expired")),
  CHANGED: (ref: string) => conflict(text("confirmation.changed", { ref })),
  POSTED: (ref: string) => conflict(text("confirmation.posted", { ref })),
} as const;

const CODES: Readonly<Record<number, ErrorCode>> = { 403: "FORBIDDEN", 429: "TOO_MANY_REQUESTS" };

/** A refusal of the journal in its own words; whatever else happened to the request: that it was not answered. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof RequestRefused) && !(error instanceof RequestUnanswered)) return error;
  const code = error instanceof RequestRefused ? CODES[error.code] : undefined;
  if (code !== undefined) return new DomainError(code, error.message, { cause: error });
  return new DomainError("UNAVAILABLE", text("passing.journal"), { cause: error });
}
