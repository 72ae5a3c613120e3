import type { Principal } from "@countersign/auth";
import { principalOf, programOf, TOOL_HINTS, type ToolCalls, toolList } from "@countersign/mcp";
import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ConfirmPost } from "../config.ts";
import { SERVER_DEFINITION } from "../server-definition.ts";
import { type InConsole, questionIn } from "../confirmations/in-console.ts";
import type { Confirmations } from "../confirmations/states.ts";
import {
  type AskedPage,
  type ConfirmationState,
  type Consent,
  PersonAsked,
  type Question,
  type ToolContext,
} from "../tools/tool-context.ts";
import { asksByForm, refuseUnasked } from "../tools/tool-server.ts";

/** How long a state verifies, in seconds; one that has expired before gets a text of its own. */
const STATE_TTL_S = 24 * 60 * 60;

/** The name of the one question. */
const CONFIRM = "confirm";
const answer = z.object({ confirm: z.boolean() });

export interface StatelessServerOptions {
  name: string;
  confirmPost: ConfirmPost;
  confirmations: Confirmations;
  /** Asks by a page of the console; given with `confirmPost: url`. */
  inConsole?: InConsole | undefined;
  instructionsFor: (caller: Principal) => string;
  /** Signs the states of confirmations; the same for all replicas, at least 32 bytes. */
  stateKey: Uint8Array;
}

/**
 * Makes the protocol server of one request in revision 2026-07-28, offering the same tools as sessions do (contract-3,
 * MCP-1). A person is asked by `input_required`: the call comes again with the answer and the signed state (MCP-2).
 */
export function createStatelessServers(
  calls: ToolCalls<ToolContext>,
  { name, confirmPost, confirmations, inConsole, instructionsFor, stateKey }: StatelessServerOptions,
): (request: McpRequestContext) => Server {
  const states = createRequestStateCodec<ConfirmationState>({ key: stateKey, ttlSeconds: STATE_TTL_S });
  const list = toolList(calls.tools);

  const confirmOf = (server: Server, context: ServerContext): ToolContext["confirm"] => {
    if (confirmPost === "off") return undefined;
    const { inputResponses, requestState } = context.mcpReq;
    const principal = principalOf(context.http?.authInfo);
    const state = requestState<ConfirmationState>();
    if (state !== undefined) {
      return async (question) => {
        const consent = confirmations.consentOf(state, question, principal);
        if (inConsole) {
          const page = await inConsole.pages.find(state.id, question, principal);
          if (actionIn(inputResponses) === "decline") await page.decline();
          return isRefused(inputResponses) ? undefined : answerOn(page, question);
        }
        // Without an answer the same question is asked again.
        if (actionIn(inputResponses) === undefined) throw new PersonAsked(question, undefined, state);
        if (acceptedContent(inputResponses, CONFIRM, answer)?.confirm === true) return consent;
        await consent.redeem?.();
        return undefined;
      };
    }
    const { elicitation } = server.getClientCapabilities() ?? {};
    if (inConsole) {
      if (elicitation?.url === undefined) return refuseUnasked;
      return async (question) => answerOn(await inConsole.pages.ask(question, principal), question);
    }
    if (asksByForm(elicitation)) {
      return (question) => Promise.reject(new PersonAsked(question));
    }
    return confirmPost === "required" ? refuseUnasked : undefined;
  };

  const requestOf = ({ question, page }: PersonAsked) => {
    if (inConsole && page) return inputRequired.elicitUrl(questionIn(inConsole.consoleUrl, question, page));
    return inputRequired.elicit({
      message: question.text,
      requestedSchema: {
        type: "object",
        properties: { confirm: { type: "boolean", title: "Post this entry" } },
        required: ["confirm"],
      },
    });
  };
  const askPerson = async (person: PersonAsked, context: ServerContext): Promise<InputRequiredResult> => {
    const principal = principalOf(context.http?.authInfo);
    const state = person.state ?? confirmations.stateOf(person.question, principal, person.page);
    return inputRequired({
      inputRequests: { [CONFIRM]: requestOf(person) },
      requestState: await states.mint(state, context),
    });
  };

  return ({ authInfo }) => {
    const server = new Server(
      { name, version: SERVER_DEFINITION.version },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(principalOf(authInfo)),
        cacheHints: TOOL_HINTS,
        requestState: { verify: (state, context) => states.verify(state, context) },
      },
    );
    server.setRequestHandler("tools/list", () => list);
    server.setRequestHandler(
      "tools/call",
      async ({ params }, context): Promise<CallToolResult | InputRequiredResult> => {
        const tool = calls.named(
          params.name,
          (message) => new ProtocolError(ProtocolErrorCode.InvalidParams, message),
        );
        const principal = principalOf(context.http?.authInfo);
        const { _meta: meta = {} } = context.mcpReq;
        const program = programOf(server.getClientVersion(), principal);
        try {
          const callContext = { principal, sessionId: "", ...program, meta };
          const confirm = confirmOf(server, context);
          return await calls.call(tool, params.arguments, principal, (aside) => ({
            ...callContext,
            confirm: confirm && ((question) => aside(() => confirm(question))),
          }));
        } catch (error) {
          if (error instanceof PersonAsked) return askPerson(error, context);
          throw error;
        }
      },
    );
    return server;
  };
}

/** The person's answer in the console. @throws PersonAsked while there is none */
function answerOn(page: AskedPage, question: Question): Consent | undefined {
  if (page.status === "OPEN") throw new PersonAsked(question, page);
  return page.status === "ACCEPTED" ? page.consent : undefined;
}

type Responses = ServerContext["mcpReq"]["inputResponses"];

/** The person's action at the client; nothing where the retry has no answer. */
function actionIn(responses: Responses): string | undefined {
  return (responses?.[CONFIRM] as { action?: string } | undefined)?.action;
}

/** Whether the person refused to open the address. */
const isRefused = (responses: Responses): boolean => (actionIn(responses) ?? "accept") !== "accept";
