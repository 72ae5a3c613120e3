import { describeBus } from "../../test/bus.contract.ts";
import { createInProcessBus } from "./bus.ts";

describeBus(
  "in process",
  {},
  {
    async open(events, logger) {
      const bus = createInProcessBus({ logger, events });
      return { bus, replica: bus };
    },
    async cleanUp() {},
  },
);
