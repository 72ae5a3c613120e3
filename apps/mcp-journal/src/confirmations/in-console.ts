import type { AskedPage, Question } from "../tools/tool-context.ts";
import type { ConfirmationPages } from "./pages.ts";

/** Asking people by a page of the console (contract-3, MCP-3). */
export interface InConsole {
  pages: Pick<ConfirmationPages, "ask" | "find">;
  /** The console's address, without a slash at its end. */
  consoleUrl: string;
}

/** The words for the client, and the address that it opens. Nothing in the address tells about entry or person. */
export function questionIn(
  consoleUrl: string,
  { ref }: Pick<Question, "ref">,
  { id }: Pick<AskedPage, "id">,
): { message: string; url: string } {
  return { message: `Confirm journal entry ${ref} in the console`, url: `${consoleUrl}/confirm/${id}` };
}
