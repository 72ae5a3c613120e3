import { z } from "zod";

const OBJECT_ID = /^[0-9a-fA-F]{24}$/;

/** An id that has to be one: 24 hexadecimal characters. */
export function objectId(description: string) {
  return z
    .string()
    .regex(OBJECT_ID, "expected 24 hexadecimal characters")
    .toLowerCase()
    .describe(description);
}

/** Ids of an entry and its company: a malformed one finds nothing (`contract.md`, mcp-journal). */
export const entryInput = z.object({
  id: z.string().describe("The entry's id"),
  companyId: z.string().toLowerCase().describe("The company the entry belongs to"),
});
