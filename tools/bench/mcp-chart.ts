import type { MemoryAccount } from "./memory-finance.ts";

/** A chart of accounts of ordinary size; ids that are the same in every process. */
export const CHART: readonly MemoryAccount[] = Array.from({ length: 60 }, (_, index) => ({
  id: String(index + 1).padStart(24, "0"),
  name: `Account ${index + 1}`,
  number: String(1_000 + index * 10),
}));
