import { labelProblem } from "@countersign/domain/text";
import type { z } from "zod";

/**
 * Makes a line of text a name, a reference or a title, which has no hidden characters (SAFE-7) and is kept in NFC, so
 * that equal texts are found whatever keyboard wrote them (contract-3, FIX-7).
 */
export function asLabel(line: z.ZodString): z.ZodString {
  return line.normalize("NFC").superRefine((text, context) => {
    const message = labelProblem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}
