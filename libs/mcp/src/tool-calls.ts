import { assertNoAuditor, type Principal, userKey } from "@countersign/auth";
import type { LanePlace, Lanes } from "@countersign/concurrency";
import type { OnCall } from "./call-metrics.ts";
import { type CallContext, failure, type Tool, type ToolResult } from "./tool.ts";

/** Gives the call's place in its user's lane back while the work goes on, and takes one again afterwards. */
export type Aside = <T>(work: () => Promise<T>) => Promise<T>;

/** The tools of the service and their calls, the same for every revision of the protocol. */
export interface ToolCalls<Context = CallContext> {
  tools: readonly Tool<Context>[];
  /** @throws Error `Unknown tool: …`, made by `refuse` */
  named(name: unknown, refuse: (message: string) => Error): Tool<Context>;
  /**
   * Calls a tool in its user's turn.
   *
   * @param contextOf - makes the call's context, whose waits for others belong aside
   * @throws CallInterrupted where the tool does
   */
  call(
    tool: Tool<Context>,
    input: unknown,
    caller: Principal,
    contextOf: (aside: Aside) => Context,
  ): Promise<ToolResult>;
}

/**
 * @param options.lanes each call has a place in its user's lane, but not while it waits aside
 * @param options.onCall hears how each call ended, for the metrics
 */
export function createToolCalls<Context = CallContext>(
  tools: readonly Tool<Context>[],
  { lanes, onCall }: { lanes: Lanes; onCall: OnCall },
): ToolCalls<Context> {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const enter = ({ issuer, userId }: Principal) => lanes.enter(userKey({ issuer, userId }));
  return {
    tools,
    named(name, refuse) {
      const tool = typeof name === "string" ? byName.get(name) : undefined;
      if (tool) return tool;
      throw refuse(`Unknown tool: expected name to be one of ${[...byName.keys()].join(", ")}`);
    },
    async call(tool, input, caller, contextOf) {
      let place: LanePlace;
      try {
        if (tool.definition.annotations.readOnlyHint !== true) assertNoAuditor(caller);
        place = enter(caller);
      } catch (error) {
        return failure(`Error: ${(error as Error).message}`);
      }
      const aside: Aside = async (work) => {
        place.leave();
        const result = await work();
        place = enter(caller);
        await place.turn;
        return result;
      };
      const startedAt = performance.now();
      await place.turn;
      try {
        const result = await tool.call(input, contextOf(aside));
        onCall(tool.definition.name, result.isError === true, (performance.now() - startedAt) / 1000);
        return result;
      } finally {
        place.leave();
      }
    },
  };
}

/** The agent's program, as it calls itself; its token names it where it does not. */
export function programOf(
  clientVersion: { name?: string; title?: string | undefined; version?: string } | undefined,
  { client = "" }: Pick<Principal, "client">,
): Pick<CallContext, "agent" | "client"> {
  const { name = "", title = "", version = "" } = clientVersion ?? {};
  return { agent: `${name} ${version}`.trim(), client: title || name || client };
}
