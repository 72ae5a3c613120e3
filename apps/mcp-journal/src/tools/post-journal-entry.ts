import { defineTool, type OnFailure, ToolFailure } from "@countersign/mcp";
import { formatUnits, totalsOf } from "@countersign/domain/finance";
import type { EntryPreview, Finance, JournalEntry } from "@countersign/finance";
import { DomainError } from "@countersign/domain/errors";
import { shownOnOneLine } from "@countersign/domain/text";
import { z } from "zod";
import type { Requester } from "../approvals/approval.ts";
import { contentHashOf } from "../approvals/content-hash.ts";
import type { EntryApprovals } from "../approvals/submit-entry.ts";
import { actorOf } from "./actor.ts";
import { describeLine } from "./describe-line.ts";
import { entryInput } from "./fields.ts";
import type { AssertTenant, Consent, Question, ToolContext } from "./tool-context.ts";

const POSTED = z.literal("POSTED");
const POSTED_OR_NOT_YET = z.enum(["POSTED", "AWAITING_APPROVAL"]);

/** Most lines shown in a confirmation: a person reads them. */
const MAX_LINES_SHOWN = 20;
/** Most characters shown of each text that the agent wrote. */
const MAX_TEXT_SHOWN = 200;

/**
 * `post_journal_entry`: makes a draft final and writes its ledger legs (mcp-journal, States and transitions). An entry
 * that needs approval is submitted instead, and posted once it is approved (contract-2, AGT-1).
 */
export function postJournalEntryTool(
  { journal }: Pick<Finance, "journal">,
  options: { assertTenant: AssertTenant; onFailure: OnFailure; approvals: EntryApprovals | undefined },
) {
  const { assertTenant, onFailure, approvals } = options;
  return defineTool({
    name: "post_journal_entry",
    title: "Post a journal entry",
    description:
      "Posts a saved journal entry to the ledger. This is irreversible: a posted entry cannot be edited, deleted or " +
      "un-posted. Call it only after you showed the entry to the user and the user confirmed.",
    // Final, but a second call changes nothing: it is refused.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    input: entryInput,
    output: z.object({ id: z.string(), ref: z.string(), status: approvals ? POSTED_OR_NOT_YET : POSTED }),
    onFailure,
    async run({ id, companyId }, context: ToolContext) {
      assertTenant(companyId, context);
      const askConsent = async (preview: EntryPreview): Promise<GivenConsent> => {
        if (context.confirm === undefined) return {};
        const consent = await context.confirm(questionOf(preview));
        if (consent) return { ...consent, contentHash: contentHashOf(preview.entry) };
        throw new ToolFailure(`Error: The user did not confirm. Entry ${id} was not posted`);
      };
      let consent: GivenConsent = {};
      if (approvals) {
        const preview = await journal.preview(id, companyId);
        let step = await approvals.next(preview.entry);
        if (step.do !== "wait") consent = await askConsent(preview);
        if (step.do === "submit") {
          await consent.redeem?.();
          step = await approvals.submit(preview, step, requesterOf(context));
        }
        if (step.do === "wait") {
          const { ref } = preview.entry;
          const state = step.submitted === "now" ? "submitted for approval" : "is waiting for approval";
          const status = "AWAITING_APPROVAL" as const;
          return { text: `Journal entry ${ref} ${state}`, data: { id, ref, status } };
        }
      } else if (context.confirm) {
        consent = await askConsent(await journal.preview(id, companyId));
      }
      const actor = actorOf(context, { id, companyId });
      const { ref } = await journal.post(id, companyId, actor, async (entry, scope) => {
        approvals?.assertNotNeeded(entry);
        assertShown(entry, consent);
        await consent.redeem?.(scope);
      });
      const status = "POSTED" as const;
      return { text: `Entry ${id} has been posted successfully.`, data: { id, ref, status } };
    },
  });
}

/** A consent, and the entry that it is about; absent: nobody was asked. */
type GivenConsent = Consent & { contentHash?: string };

/** Refuses an entry that is not the one that the person was shown. @throws DomainError `CONFLICT` */
function assertShown(entry: JournalEntry, { contentHash }: GivenConsent): void {
  if (contentHash === undefined || contentHash === contentHashOf(entry)) return;
  throw new DomainError("CONFLICT", `Journal entry ${entry.ref} has changed since it was shown`);
}

function requesterOf({ principal, sessionId, agent, client }: ToolContext): Requester {
  const { issuer, userId } = principal;
  return {
    issuer,
    userId,
    sessionId,
    ...(agent !== undefined && { agent }),
    ...(client !== undefined && { client }),
  };
}

function questionOf(preview: EntryPreview): Question {
  const { entry, accounts } = preview;
  const { id: entryId, ref, description, lines } = entry;
  const { debit, credit } = totalsOf(lines);
  const shownLines = lines
    .slice(0, MAX_LINES_SHOWN)
    .map((line) => describeLine(line, accounts, MAX_TEXT_SHOWN));
  const hiddenCount = lines.length - shownLines.length;
  const text = [
    `Post journal entry ${ref}? This cannot be undone.`,
    shownOnOneLine(description, MAX_TEXT_SHOWN),
    ...shownLines,
    ...(hiddenCount > 0 ? [`and ${hiddenCount} more lines`] : []),
    `Debits ${formatUnits(debit)}, credits ${formatUnits(credit)}`,
  ].join("\n");
  return { text, entryId, ref, contentHash: contentHashOf(entry), preview };
}
