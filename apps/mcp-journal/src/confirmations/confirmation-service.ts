import type { RequestReplyService } from "@countersign/bus";
import { JOURNAL_RPC, parseRequest } from "@countersign/contracts";
import type { createAnswerPage } from "./answer-page.ts";
import type { ConfirmationPages } from "./pages.ts";

/** Version of the journal's request/reply service, as the broker lists it. */
const VERSION = "0.1.0";

/**
 * The journal's answers to the approval engine, whose console shows the questions (contract-3, MCP-3). The engine names
 * the user of the token that it has verified; only the engine's account may ask (docs/nats/accounts.md).
 */
export function confirmationService(
  pages: Pick<ConfirmationPages, "show">,
  answer: ReturnType<typeof createAnswerPage>,
): RequestReplyService {
  const { confirmationShow, confirmationAnswer } = JOURNAL_RPC;
  return {
    name: "mcp-journal",
    version: VERSION,
    description:
      "Confirmations of journal entries: show one to the person who is asked, and take the answer.",
    endpoints: [
      {
        name: "confirmationShow",
        subject: confirmationShow.subject,
        handle: async ({ data }) => ({
          confirmation: await pages.show(parseRequest(confirmationShow.request, data)),
        }),
      },
      {
        name: "confirmationAnswer",
        subject: confirmationAnswer.subject,
        handle: async ({ data }) => answer(parseRequest(confirmationAnswer.request, data)),
      },
    ],
  };
}
