export { commandsOf } from "./commands-of.ts";
export { deleteStreams, NATS_URL, randomPrefix } from "./nats.ts";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { type Employment, type TestCompany, testCompany } from "./test-company.ts";
export { testTokens, type TestTokens } from "./test-tokens.ts";
export { type StoreProxy, useStoreProxy } from "./use-store-proxy.ts";
export { type TestBus, useTestBus } from "./use-test-bus.ts";
export { type TestStore, useTestStore } from "./use-test-store.ts";
export { waitFor, type WaitForOptions } from "./wait-for.ts";
