export { checkFreshness, type FreshnessResult } from "./check-freshness.ts";
export { commandsOf } from "./commands-of.ts";
export { createGate } from "./gate.ts";
export { connectHostile, type HostileClient } from "./hostile-client.ts";
export { ledgerFixture } from "./ledger-fixture.ts";
export { type Nginx, startNginx } from "./nginx.ts";
export { deleteStreams, NATS_URL, randomPrefix } from "./nats.ts";
export { type NatsServer, startNatsServer } from "./nats-server.ts";
export { PLAYED_ACTOR, PLAYED_REFUSAL, type PlayedEngine, playEngine } from "./play-engine.ts";
export { type RecordedSpan, recordSpans, type SpanRecorder } from "./record-spans.ts";
export { schemasReferredToBy } from "./schemas-referred-to-by.ts";
export { type ServiceReplica, startServiceReplica } from "./service-replica.ts";
export { silentLogger } from "./silent-logger.ts";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { type Employment, type TestCompany, testCompany } from "./test-company.ts";
export { testTokens, type TestTokens } from "./test-tokens.ts";
export {
  type OwnerFixture,
  type OwnerFixtureOptions,
  type RestAnswer,
  type TestUser,
  useOwnerService,
} from "./use-owner-service.ts";
export { type StoreProxy, useStoreProxy } from "./use-store-proxy.ts";
export { type TestBus, useTestBus } from "./use-test-bus.ts";
export { type TestStore, useTestStore } from "./use-test-store.ts";
export { waitFor, type WaitForOptions } from "./wait-for.ts";
