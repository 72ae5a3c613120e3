import { silentLogger } from "@countersign/testing";
import { describeBus } from "../../test/bus.contract.ts";
import { createInProcessBus } from "./bus.ts";

describeBus(
  "in process",
  {},
  {
    async open(events) {
      const bus = createInProcessBus({ logger: silentLogger, events });
      return { bus, replica: bus };
    },
    async cleanUp() {},
  },
);
