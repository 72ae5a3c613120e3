import { retryWait } from "./request-policy.ts";

/**
 * Whether the engine answers. Only the console's own requests tell: the browser's word, or a socket that has closed, is
 * an occasion to ask (contract-4, FIRST-3).
 */
export interface Reach {
  isReachable: () => boolean;
  /** Asks the engine now, and again until it answers. Called when there is reason to doubt, or to hope. */
  check: () => void;
  /** Calls back whenever it changes. */
  subscribe: (onChange: () => void) => () => void;
}

/**
 * @param isAnswered - asks the engine for as little as possible; resolves with whether it has answered
 * @param wait - how long to wait after so many failures
 */
export function createReach(isAnswered: () => Promise<boolean>, wait = retryWait): Reach {
  const listeners = new Set<() => void>();
  let isReachable = true;
  let isAsking = false;
  let hurry: (() => void) | undefined;
  const change = (next: boolean): void => {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  };
  const ask = async (): Promise<void> => {
    isAsking = true;
    for (let failures = 0; !(await isAnswered()); failures += 1) {
      change(false);
      await Promise.race([wait(failures), new Promise<void>((resolve) => (hurry = resolve))]);
    }
    isAsking = false;
    change(true);
  };
  return {
    isReachable: () => isReachable,
    check: () => (isAsking ? hurry?.() : void ask()),
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
