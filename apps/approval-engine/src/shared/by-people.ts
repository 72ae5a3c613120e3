import { assertPerson } from "@countersign/auth";

import type { Caller } from "./caller.ts";

/** The use case, for people only: agents are refused (contract-3, SAFE-15). */
export function byPeople<Rest extends unknown[], Answer>(
  work: (caller: Caller, ...rest: Rest) => Promise<Answer>,
): (caller: Caller, ...rest: Rest) => Promise<Answer> {
  return async (caller, ...rest) => {
    assertPerson(caller);
    return work(caller, ...rest);
  };
}
