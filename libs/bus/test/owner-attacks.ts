import { consumersOf, deadLetterSubject, type Owner, STREAMS, SUBJECTS } from "@countersign/contracts";

/** The consumer of another owner. */
export const THEIRS = consumersOf("inventory").outcomes;
/** Prefix of JetStream's requests. */
export const JS = "$JS.API";

export const outcomeOf = (owner: Owner) => `approval.outcome.${owner}.Any.completed`;

const consumerConfig = {
  stream_name: THEIRS.stream,
  config: { durable_name: "spy", ack_policy: "explicit", filter_subject: THEIRS.filter },
};

/** The attempts of an owner: name, subject and body. HR's account is allowed none of them. */
export const ATTACKS: readonly (readonly [what: string, subject: string, body: unknown])[] = [
  ["a stream on forwarded agent requests", `${JS}.STREAM.CREATE.SPY`, { name: "SPY", subjects: ["mcp.>"] }],
  [
    "a mirror of the commands",
    `${JS}.STREAM.CREATE.SPY`,
    { name: "SPY", mirror: { name: STREAMS.commands.name } },
  ],
  [
    "a durable consumer on the other's outcomes",
    `${JS}.CONSUMER.DURABLE.CREATE.${THEIRS.stream}.spy`,
    consumerConfig,
  ],
  [
    "a named consumer on the other's outcomes",
    `${JS}.CONSUMER.CREATE.${THEIRS.stream}.spy.${THEIRS.filter}`,
    consumerConfig,
  ],
  [
    "a passing consumer on the other's outcomes",
    `${JS}.CONSUMER.CREATE.${THEIRS.stream}`,
    { ...consumerConfig, config: { ack_policy: "explicit", deliver_subject: "spied" } },
  ],
  [
    "its own consumer widened to everything",
    `${JS}.CONSUMER.DURABLE.CREATE.${THEIRS.stream}.hr-outcomes`,
    { stream_name: THEIRS.stream, config: { durable_name: "hr-outcomes", ack_policy: "explicit" } },
  ],
  ["the other's messages", `${JS}.CONSUMER.MSG.NEXT.${THEIRS.stream}.${THEIRS.durable}`, { batch: 1 }],
  [
    "the engine's commands",
    `${JS}.CONSUMER.MSG.NEXT.${STREAMS.commands.name}.approval-engine-commands`,
    { batch: 1 },
  ],
  ["a stored message", `${JS}.STREAM.MSG.GET.${THEIRS.stream}`, { seq: 1 }],
  ["a stored message, directly", `${JS}.DIRECT.GET.${THEIRS.stream}`, { seq: 1 }],
  [
    "a stream of one message",
    `${JS}.STREAM.UPDATE.${STREAMS.commands.name}`,
    { name: STREAMS.commands.name, subjects: ["approval.command.>"], max_msgs: 1 },
  ],
  ["a purge", `${JS}.STREAM.PURGE.${STREAMS.commands.name}`, {}],
  ["a stream's end", `${JS}.STREAM.DELETE.${STREAMS.commands.name}`, {}],
  ["a deleted message", `${JS}.STREAM.MSG.DELETE.${THEIRS.stream}`, { seq: 1 }],
  ["a consumer's end", `${JS}.CONSUMER.DELETE.${THEIRS.stream}.${THEIRS.durable}`, {}],
  ["a snapshot", `${JS}.STREAM.SNAPSHOT.${THEIRS.stream}`, { deliver_subject: "spied" }],
  ["a list of streams", `${JS}.STREAM.NAMES`, {}],
  ["the account's figures", `${JS}.INFO`, {}],
  ["the engine's lease", "$KV.consumer-leases.approval-engine-commands", "hr"],
  ["the other's lease", "$KV.consumer-leases-inventory.probe", "hr"],
  ["an outcome", outcomeOf("hr"), { n: 1 }],
  ["a notification", "approval.notification.hr.someone", { n: 1 }],
  ["a company", SUBJECTS.companyCreated, { n: 1 }],
  ["a change of people as the platform", "directory.from.PLATFORM.user.changed", { n: 1 }],
  ["a change of people as another", "directory.from.INVENTORY.user.changed", { n: 1 }],
  ["a command of another", "approval.command.from.INVENTORY.submit", { n: 1 }],
  ["a dead letter of another", deadLetterSubject(SUBJECTS.submitCommand), { n: 1 }],
  ["an agent's request to a journal", "mcp.forward.some-replica", { n: 1 }],
  ["the list of services", "$SRV.INFO", {}],
];
