import { useHeld } from "../held/held-context.tsx";
import { useConsole } from "./console-context.ts";

/** The command that sends what is held and ends the session; undefined where the reader's proxy has no way out. */
export function useLogOut(): (() => Promise<void>) | undefined {
  const { session } = useConsole();
  const { flush } = useHeld();
  if (session.auth.kind === "proxy" && session.auth.logOutUrl === undefined) return undefined;
  return async () => {
    await flush();
    await session.logOut();
  };
}
