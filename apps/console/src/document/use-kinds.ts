import { useConsole } from "../shell/console-context.ts";

/** Every kind of document that the company has. */
export const useKinds = (): readonly string[] => useConsole().kinds;
