import type { Finance } from "@countersign/finance";
import { ensureIndexes } from "@countersign/mongo";
import type { ServiceDependencies } from "@countersign/runtime";
import type { McpJournalConfig } from "../config.ts";
import { createAnswerPage } from "./answer-page.ts";
import { confirmationService } from "./confirmation-service.ts";
import type { InConsole } from "./in-console.ts";
import { createConfirmationPages } from "./pages.ts";
import { CONFIRMATION_INDEXES } from "./records.ts";
import { type Confirmations, createConfirmations } from "./states.ts";

const clock = (): Date => new Date();

/** Starts the confirmations of postings; with `MCP_CONFIRM_POST=url` the approval engine may ask for them. */
export async function startConfirmations(
  { confirmPost, consoleUrl, owner }: Pick<McpJournalConfig, "confirmPost" | "consoleUrl" | "owner">,
  { journal }: Pick<Finance, "journal">,
  { store, bus, onStop }: Pick<ServiceDependencies, "store" | "bus" | "onStop">,
): Promise<{ confirmations: Confirmations; inConsole: InConsole | undefined }> {
  await ensureIndexes(store, CONFIRMATION_INDEXES);
  const confirmations = createConfirmations(store);
  if (confirmPost !== "url" || consoleUrl === undefined) return { confirmations, inConsole: undefined };
  const parts = { store, journal, currency: owner.currency, clock };
  const pages = createConfirmationPages(parts);
  const service = await bus.serve(confirmationService(pages, createAnswerPage(parts)));
  onStop(() => service.close());
  return { confirmations, inConsole: { pages, consoleUrl } };
}
