import { describe, type TestOptions } from "vitest";
import { describeDurableMessages } from "./bus-durable.contract.ts";
import { describeOrder } from "./bus-order.contract.ts";
import { describeRequests } from "./bus-requests.contract.ts";
import { type BusHarness, useBuses } from "./bus-scene.ts";
import { describeTraces } from "./bus-traces.contract.ts";

/** The one suite that every adapter of the bus passes. */
export function describeBus(name: string, options: TestOptions, harness: BusHarness): void {
  describe(`bus contract: ${name}`, options, () => {
    const on = useBuses(harness);
    describeDurableMessages(on);
    describeOrder(on);
    describeTraces(on);
    describeRequests(on);
  });
}
