import type { z } from "zod";

/** Refuses items that have the key of one before. @param path - of their list, within the value that is checked */
export function refuseRepeated(
  all: readonly { key?: string | undefined }[],
  path: readonly string[],
  context: z.RefinementCtx,
): void {
  const keys = new Set<string>();
  for (const [index, { key }] of all.entries()) {
    if (key === undefined) continue;
    if (keys.has(key)) {
      const message = "must differ from the keys before";
      context.addIssue({ code: "custom", path: [...path, index, "key"], message });
    }
    keys.add(key);
  }
}
