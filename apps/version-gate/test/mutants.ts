import { createGroupRead, type GroupRead } from "../src/group-read.ts";
import type { Publication } from "../src/version-answer.ts";
import { createSharedRead } from "./shared-read.ts";

type Published = Publication | undefined;
type CreateRead = (read: () => Promise<Published>) => Pick<GroupRead<Published>, "join">;

/** The mistakes that the freshness tests must catch. */
export const MUTANTS = {
  /** See {@link createSharedRead}. */
  "shared-read": (read) => createSharedRead({ read }),
  /** Checks are decided by the values of the read before: a rendering that is kept for too long. */
  "late-check": (read) => {
    let previous: Published;
    return createGroupRead({
      read: async () => {
        const publishedValues = await read();
        const check = (previous ?? publishedValues)?.check;
        previous = publishedValues;
        return publishedValues && check && { ...publishedValues, check };
      },
      maxWaiters: Number.POSITIVE_INFINITY,
      spacingMs: 0,
    });
  },
} satisfies Record<string, CreateRead>;

export type Mutant = keyof typeof MUTANTS;
