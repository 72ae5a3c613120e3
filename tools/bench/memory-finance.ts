import {
  assertPostable,
  assertSameCompany,
  draftLines,
  journalRef,
  unknownAccountIds,
} from "@countersign/domain/finance";
import type { Finance, JournalEntry } from "@countersign/finance";
import { newId } from "@countersign/mongo";

export interface MemoryAccount {
  id: string;
  name: string;
  number: string;
}

/**
 * The finance services without a store: the same rules on a map, for measuring everything else. It
 * forgets posted entries, so that a long run does not measure its own memory.
 */
export function createMemoryFinance(chart: readonly MemoryAccount[]): Finance {
  const accounts = new Map(chart.map((account) => [account.id, account]));
  const knownIds = new Set(accounts.keys());
  const entries = new Map<string, JournalEntry>();
  const find = (id: string) => entries.get(id);
  let count = 0;
  return {
    accounts: {
      search: async ({ keyword = "" }) => {
        const text = keyword.toLowerCase();
        return chart
          .filter(({ name }) => name.toLowerCase().includes(text))
          .map(({ id, name, number }) => ({ id, name, number, type: "" }));
      },
    },
    journal: {
      check: async ({ lines }) => ({ unknownAccountIds: unknownAccountIds(draftLines(lines), knownIds) }),
      async create({ lines, branchId, documentDate = new Date(), ...draft }) {
        const entry: JournalEntry = {
          ...draft,
          ...(branchId === undefined ? {} : { branchId }),
          id: newId(),
          ref: journalRef((count += 1)),
          type: "GENERAL",
          status: "SAVED",
          documentDate,
          createdAt: new Date(),
          lines: draftLines(lines),
        };
        entries.set(entry.id, entry);
        return { entry, repeated: false, unknownAccountIds: unknownAccountIds(entry.lines, knownIds) };
      },
      async find(id, companyId) {
        const entry = find(id);
        if (entry) assertSameCompany(entry, companyId);
        return entry;
      },
      async view(id, companyId) {
        const entry = find(id);
        if (entry) assertSameCompany(entry, companyId);
        return entry && { entry, accounts };
      },
      async preview(id, companyId) {
        const entry = find(id);
        assertPostable(id, entry, companyId, knownIds);
        return { entry, accounts };
      },
      async post(id, companyId) {
        const entry = find(id);
        assertPostable(id, entry, companyId, knownIds);
        entries.delete(id);
        return { ...entry, status: "POSTED", postedAt: new Date() };
      },
    },
    ensureIndexes: async () => undefined,
  };
}
