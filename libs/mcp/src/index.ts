export { acceptsStream, notAcceptable } from "./accepts-stream.ts";
export { admitClients } from "./admit-clients.ts";
export { jsonAnswer, type McpAnswer, toAnswer } from "./answer.ts";
export { authInfoOf, principalOf } from "./auth-info.ts";
export { createCallMetrics, type OnCall } from "./call-metrics.ts";
export { answerTooLarge, jsonRpcError, REFUSED_BY_TRANSPORT, withRequestId } from "./json-rpc-error.ts";
export { protectedResourceRoutes, protectedResourceUrl } from "./protected-resource.ts";
export { sendAnswer, setStreamHeaders } from "./send-answer.ts";
export { createStatelessRequests, type StatelessRequests } from "./stateless-requests.ts";
export { createToolServers } from "./tool-servers.ts";
export {
  type CallContext,
  CallInterrupted,
  defineTool,
  failure,
  type OnFailure,
  type Tool,
  ToolFailure,
  type ToolResult,
} from "./tool.ts";
export { TOOL_HINTS, toolList } from "./tool-list.ts";
export { type Aside, createToolCalls, programOf, type ToolCalls } from "./tool-calls.ts";
