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

/** An id that is only compared: a malformed one is simply nobody's (`contract.md`, mcp-journal). */
export function anyId(description: string) {
  return z.string().max(100).describe(description);
}
