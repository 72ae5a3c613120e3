import { useSyncExternalStore } from "react";

import { useConsole } from "./console-context.ts";

/** Whether the engine answers (contract-4, FIRST-3). */
export function useReachable(): boolean {
  const { reach } = useConsole().engine;
  return useSyncExternalStore(reach.subscribe, reach.isReachable);
}
