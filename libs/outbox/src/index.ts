export { eventEntry } from "./event-entry.ts";
export { createOutboxHistory } from "./history.ts";
export { OUTBOX_INDEXES } from "./indexes.ts";
export { createRelayMetrics } from "./metrics.ts";
export { createOutbox, type Outbox, type OutboxEntry } from "./outbox.ts";
export { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions, type RelayEvents } from "./relay.ts";
export { replayOutbox, type ReplaySelection } from "./replay.ts";
export { createOutboxSource, type OutboxClaim, type OutboxRow, type OutboxSource } from "./source.ts";
