import { createInProcessBus, createJetStreamBus } from "@countersign/messaging";

import { NATS_URL, deleteStreams, randomPrefix } from "@countersign/messaging/testing/nats";
import { describeMessages } from "./messages.contract.ts";
import { quietLogger } from "./service-fixture.ts";

await describeMessages(
  "in-process bus",
  {},
  {
    open: async (events) => {
      const bus = createInProcessBus({ logger: quietLogger, events });
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
      const options = { servers: NATS_URL, prefix, logger: quietLogger, events };
      return [await createJetStreamBus(options), await createJetStreamBus(options)];
    },
    cleanUp: () => deleteStreams(prefix),
  },
);
