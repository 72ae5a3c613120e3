export { commandsOf } from "./commands-of.ts";
export { testTokens, type TestTokens } from "./test-tokens.ts";
export { useTestStore, type TestStore } from "./use-test-store.ts";
export { waitFor, type WaitForOptions } from "./wait-for.ts";
