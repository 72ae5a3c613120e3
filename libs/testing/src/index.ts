export { commandsOf } from "./commands-of.ts";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { testTokens, type TestTokens } from "./test-tokens.ts";
export { type StoreProxy, useStoreProxy } from "./use-store-proxy.ts";
export { type TestStore, useTestStore } from "./use-test-store.ts";
export { waitFor, type WaitForOptions } from "./wait-for.ts";
