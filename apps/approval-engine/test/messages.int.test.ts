import { createInProcessBus, createJetStreamBus } from "@countersign/bus";

import { NATS_URL, deleteStreams, randomPrefix, silentLogger } from "@countersign/testing";
import { describeMessages } from "./messages.contract.ts";

await describeMessages(
  "in-process bus",
  {},
  {
    open: async (events) => {
      const bus = createInProcessBus({ logger: silentLogger, events });
      return [bus, bus];
    },
    cleanUp: async () => undefined,
  },
);

const prefix = randomPrefix();
await describeMessages(
  "NATS JetStream",
  { tags: ["nats"] },
  {
    open: async (events) => {
      const options = { servers: NATS_URL, prefix, logger: silentLogger, events };
      return [await createJetStreamBus(options), await createJetStreamBus(options)];
    },
    cleanUp: () => deleteStreams(prefix),
  },
);
