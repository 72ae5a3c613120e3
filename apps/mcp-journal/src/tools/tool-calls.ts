import { type Principal, userKey } from "@countersign/auth";
import type { LanePlace, Lanes } from "@countersign/concurrency";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { OnCall } from "../mcp-metrics.ts";
import { failure, type Tool, type ToolContext } from "./tool.ts";

type Confirm = NonNullable<ToolContext["confirm"]>;

/** The tools of the service and their calls, the same for every revision of the protocol. */
export interface ToolCalls {
  tools: readonly Tool[];
  /** @throws Error `Unknown tool: …`, made by `refuse` */
  named(name: unknown, refuse: (message: string) => Error): Tool;
  /**
   * Calls a tool in its user's turn.
   *
   * @param confirm asks the person; the call gives its place back meanwhile
   * @throws whatever `confirm` throws, if it is a {@link PersonAsked}
   */
  call(
    tool: Tool,
    input: unknown,
    context: Omit<ToolContext, "confirm">,
    confirm: Confirm | undefined,
  ): Promise<CallToolResult>;
}

/**
 * @param options.lanes each call has a place in its user's lane, but not while a person is asked
 * @param options.onCall hears how each call ended, for the metrics
 */
export function createToolCalls(
  tools: readonly Tool[],
  { lanes, onCall }: { lanes: Lanes; onCall: OnCall },
): ToolCalls {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const enter = ({ issuer, userId }: Principal) => lanes.enter(userKey({ issuer, userId }));
  return {
    tools,
    named(name, refuse) {
      const tool = typeof name === "string" ? byName.get(name) : undefined;
      if (tool) return tool;
      throw refuse(`Unknown tool: expected name to be one of ${[...byName.keys()].join(", ")}`);
    },
    async call(tool, input, context, ask) {
      let place: LanePlace;
      try {
        place = enter(context.principal);
      } catch (error) {
        return failure(`Error: ${(error as Error).message}`);
      }
      const confirm: Confirm | undefined =
        ask &&
        (async (question) => {
          place.leave();
          const confirmed = await ask(question);
          place = enter(context.principal);
          await place.turn;
          return confirmed;
        });
      const startedAt = performance.now();
      await place.turn;
      try {
        const result = await tool.call(input, { ...context, confirm });
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
  given: { name?: string; title?: string | undefined; version?: string } | undefined,
  { client = "" }: Pick<Principal, "client">,
): Pick<ToolContext, "agent" | "client"> {
  const { name = "", title = "", version = "" } = given ?? {};
  return { agent: `${name} ${version}`.trim(), client: title || name || client };
}
