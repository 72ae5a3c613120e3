import { principalOf, programOf, type ToolCalls, ToolFailure, type ToolResult } from "@countersign/mcp";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type ElicitRequest,
  ElicitResultSchema,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { DomainError } from "@countersign/domain/errors";
import type { ConfirmPost } from "../config.ts";
import { SERVER_DEFINITION } from "../server-definition.ts";
import { type InConsole, questionIn } from "../confirmations/in-console.ts";
import type { Confirm, Question, ToolContext } from "./tool-context.ts";

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

/** How long a person may take to answer a confirmation. */
const CONFIRM_TIMEOUT_MS = 5 * 60_000;

/** The validator of all sessions: one for each took a third of the time that opens a session. */
const ANSWER_VALIDATOR = new AjvJsonSchemaValidator();

/** Asks only for yes or no. */
const NO_FIELDS = { type: "object" as const, properties: {} };

/** Refuses a call that needs a person's consent if the client cannot ask for it (SAFE-8). */
export const refuseUnasked: Confirm = () =>
  Promise.reject(new DomainError("FORBIDDEN", "Posting needs a person's confirmation"));

/** Whether a client asks people by a form: one that names no mode of elicitation does (contract-4, MEET-10). */
export const asksByForm = (elicitation: { form?: unknown; url?: unknown } | undefined): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const unansweredFailure = ({ entryId }: Question) =>
  new ToolFailure(
    `Error: The user has not answered in the console yet. Entry ${entryId} was not posted; call again once they have`,
  );

/**
 * The protocol server of one session, offering the tools and nothing else (mcp-journal, What the service does).
 *
 * @param options.instructions for the user whose session it is
 * @param options.confirmPost whether tools ask through the client's elicitation, and refuse where it cannot ask
 * @param options.inConsole asks by a page of the console; given with `confirmPost: url`
 */
export function createToolServer(
  calls: ToolCalls<ToolContext>,
  options: {
    name: string;
    confirmPost: ConfirmPost;
    instructions: string;
    inConsole?: InConsole | undefined;
  },
): Server {
  const server = new Server(
    { name: options.name, version: SERVER_DEFINITION.version },
    {
      capabilities: { tools: {} },
      instructions: options.instructions,
      jsonSchemaValidator: ANSWER_VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: calls.tools.map(({ definition }) => definition),
  }));
  const { confirmPost, inConsole } = options;
  /** The client's answer to a question; none in time, an error for an answer, or no client any more: `undefined`. */
  const elicit = async (question: ElicitRequest["params"], extra: Extra) => {
    try {
      // `elicitInput` of the SDK asks no client by a form that declares other properties alone, such as `applyDefaults`.
      return await server.request({ method: "elicitation/create", params: question }, ElicitResultSchema, {
        timeout: CONFIRM_TIMEOUT_MS,
        relatedRequestId: extra.requestId,
        signal: extra.signal,
      });
    } catch (error) {
      if (error instanceof McpError) return undefined;
      throw error;
    }
  };
  const confirmOf = (extra: Extra): ToolContext["confirm"] => {
    if (confirmPost === "off") return undefined;
    const { elicitation } = server.getClientCapabilities() ?? {};
    if (inConsole) {
      if (elicitation?.url === undefined) return refuseUnasked;
      return (question) => askInConsole(question, inConsole, extra);
    }
    if (!asksByForm(elicitation)) return confirmPost === "required" ? refuseUnasked : undefined;
    return async ({ text: message }) => {
      const answer = await elicit({ mode: "form", message, requestedSchema: NO_FIELDS }, extra);
      return answer?.action === "accept" ? {} : undefined;
    };
  };
  /** The client opens the address; its answer says no more than that it did. */
  const askInConsole = async (question: Question, { pages, consoleUrl }: InConsole, extra: Extra) => {
    const caller = principalOf(extra.authInfo);
    let page = await pages.ask(question, caller);
    if (page.status === "OPEN") {
      const shownPage = {
        mode: "url" as const,
        elicitationId: page.id,
        ...questionIn(consoleUrl, question, page),
      };
      const action = (await elicit(shownPage, extra))?.action;
      if (action === "decline") await page.decline();
      if (action !== "accept") return undefined;
      page = await pages.find(page.id, question, caller);
    }
    if (page.status === "OPEN") throw unansweredFailure(question);
    return page.status === "ACCEPTED" ? page.consent : undefined;
  };
  const callTool = async ({ params = {} }: JSONRPCRequest, extra: Extra): Promise<ToolResult> => {
    const tool = calls.named(params["name"], (message) => new McpError(ErrorCode.InvalidParams, message));
    const principal = principalOf(extra.authInfo);
    const confirm = confirmOf(extra);
    const callContext = {
      principal,
      sessionId: extra.sessionId ?? "",
      ...programOf(server.getClientVersion(), principal),
      meta: params._meta ?? {},
    };
    return calls.call(tool, params["arguments"], principal, (aside) => ({
      ...callContext,
      confirm: confirm && ((question) => aside(() => confirm(question))),
    }));
  };
  // As the handler of `tools/call` the SDK would answer malformed arguments with a protocol error (contract: a result),
  // and read every call and every result by its schemas once more.
  server.fallbackRequestHandler = async (request, extra) => {
    if (request.method === "tools/call") return await callTool(request, extra);
    throw new McpError(ErrorCode.MethodNotFound, "Method not found");
  };
  return server;
}
