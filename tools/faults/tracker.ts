import { apply, type Command, distinct, type DocumentState, reachable } from "./model.ts";

/** How a command ended for its client. */
export type Result = "done" | "refused" | "unknown";

/** A command and the result its client saw. */
export interface Answered {
  command: Command;
  result: Result;
}

/** The platform did something that the model does not allow. */
export class Divergence extends Error {
  override readonly name = "Divergence";
}

/** A wait of the history ended too early to judge the platform: the machine was too busy, or something hangs. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** All states that a document may be in, given the results its clients saw. */
export interface Tracker {
  readonly states: readonly DocumentState[];
  /** Takes the results of concurrent commands, which may have been handled in any order. @throws Divergence */
  observe(...together: readonly Answered[]): void;
}

export function createTracker(initial: DocumentState): Tracker {
  let states: readonly DocumentState[] = [initial];
  return {
    get states() {
      return states;
    },
    observe: (...together) => {
      const next = distinct(ordersOf(together).flatMap((order) => order.reduce(afterwards, states)));
      if (next.length > 0) {
        states = next;
        return;
      }
      const from = states.map((state) => JSON.stringify(state)).join("\n");
      throw new Divergence(`no order allows ${JSON.stringify(together)} from one of\n${from}`);
    },
  };
}

function afterwards(states: readonly DocumentState[], { command, result }: Answered): DocumentState[] {
  const before = distinct(states.flatMap(reachable));
  const triedStates = before.map((state) => ({ ...apply(state, command), before: state }));
  switch (result) {
    case "done":
      return triedStates.filter(({ refused }) => !refused).map(({ state }) => state);
    case "refused":
      return triedStates.filter(({ refused }) => refused).map(({ state }) => state);
    case "unknown":
      return distinct([...before, ...triedStates.map(({ state }) => state)]);
    default:
      return result satisfies never;
  }
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item].concat(rest)));
}
