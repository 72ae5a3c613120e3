import { setTimeout as delay } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  type ElicitRequestFormParams,
  GetPromptRequestSchema,
  type GetPromptResult,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  type Tool,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

/** The server that the conformance suite expects; its scenarios describe it in words. */

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const STEP_MS = 50;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

interface SuiteTool {
  inputSchema?: Tool["inputSchema"];
  call(args: Record<string, string>, extra: Extra): CallToolResult | Promise<CallToolResult>;
}

const NO_ARGUMENTS: Tool["inputSchema"] = { type: "object" };
const text = (value: string) => ({ type: "text" as const, text: value });
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, content: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: content },
});
const oneText = (name: string): Tool["inputSchema"] => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
});

/** The tools of the suite on one server, which sends the requests that some of them make of the client. */
function suiteTools(server: Server): Readonly<Record<string, SuiteTool>> {
  const elicit = (params: ElicitRequestFormParams, extra: Extra) =>
    server.elicitInput(params, { relatedRequestId: extra.requestId });
  const elicitation = async (
    properties: ElicitRequestFormParams["requestedSchema"]["properties"],
    extra: Extra,
  ): Promise<CallToolResult> => {
    const { action, content } = await elicit(
      { message: "Please check", requestedSchema: { type: "object", properties } },
      extra,
    );
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
  };
  return {
    test_simple_text: {
      call: () => ({ content: [text("This is a simple text response for testing.")] }),
    },
    test_image_content: { call: () => ({ content: [image] }) },
    test_audio_content: {
      call: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
    },
    test_embedded_resource: {
      call: () => ({
        content: [
          resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
        ],
      }),
    },
    test_multiple_content_types: {
      call: () => ({
        content: [
          text("Multiple content types test:"),
          image,
          resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
        ],
      }),
    },
    test_error_handling: {
      call: () => ({
        isError: true,
        content: [text("This tool intentionally returns an error for testing")],
      }),
    },
    test_tool_with_logging: {
      async call(_args, { sendNotification }) {
        for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
          await sendNotification({ method: "notifications/message", params: { level: "info", data } });
          await delay(STEP_MS);
        }
        return { content: [text("logged")] };
      },
    },
    test_tool_with_progress: {
      async call(_args, { _meta, sendNotification }) {
        const progressToken = _meta?.progressToken;
        for (const progress of [0, 50, 100]) {
          if (progressToken !== undefined)
            await sendNotification({
              method: "notifications/progress",
              params: { progressToken, progress, total: 100 },
            });
          await delay(STEP_MS);
        }
        return { content: [text("done")] };
      },
    },
    test_sampling: {
      inputSchema: oneText("prompt"),
      async call({ prompt = "" }, { sendRequest }) {
        const messages = [{ role: "user" as const, content: text(prompt) }];
        const answer = await sendRequest(
          { method: "sampling/createMessage", params: { messages, maxTokens: 100 } },
          CreateMessageResultSchema,
        );
        return { content: [text(`LLM response: ${JSON.stringify(answer.content)}`)] };
      },
    },
    test_elicitation: {
      inputSchema: oneText("message"),
      async call({ message = "" }, extra) {
        const properties = { username: { type: "string" as const }, email: { type: "string" as const } };
        const requiredFields = ["username", "email"];
        const answer = await elicit(
          { message, requestedSchema: { type: "object", properties, required: requiredFields } },
          extra,
        );
        return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
      },
    },
    test_elicitation_sep1034_defaults: {
      call: (_args, extra) =>
        elicitation(
          {
            name: { type: "string", default: "John Doe" },
            age: { type: "integer", default: 30 },
            score: { type: "number", default: 95.5 },
            status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
            verified: { type: "boolean", default: true },
          },
          extra,
        ),
    },
    test_elicitation_sep1330_enums: {
      call: (_args, extra) => elicitation(ENUM_VARIANTS, extra),
    },
    test_reconnection: {
      async call(_args, { closeSSEStream }) {
        closeSSEStream?.();
        await delay(STEP_MS);
        return { content: [text("reconnected")] };
      },
    },
    json_schema_2020_12_tool: {
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      },
      call: () => ({ content: [text("valid")] }),
    },
  };
}

const titledChoices = (first: string) => [
  { const: "value1", title: `First ${first}` },
  { const: "value2", title: `Second ${first}` },
  { const: "value3", title: `Third ${first}` },
];
const ENUM_VARIANTS: ElicitRequestFormParams["requestedSchema"]["properties"] = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: { type: "string", oneOf: titledChoices("Option") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
  titledMulti: { type: "array", items: { anyOf: titledChoices("Choice") } },
};

type Messages = GetPromptResult["messages"];
const userMessage = (content: Messages[number]["content"]) => ({ role: "user" as const, content });

const PROMPTS: Readonly<
  Record<string, { args: readonly string[]; messages: (args: Record<string, string>) => Messages }>
> = {
  test_simple_prompt: {
    args: [],
    messages: () => [userMessage(text("This is a simple prompt for testing."))],
  },
  test_prompt_with_arguments: {
    args: ["arg1", "arg2"],
    messages: ({ arg1, arg2 }) => [
      userMessage(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    ],
  },
  test_prompt_with_embedded_resource: {
    args: ["resourceUri"],
    messages: ({ resourceUri = "" }) => [
      userMessage(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
      userMessage(text("Please process the embedded resource above.")),
    ],
  },
  test_prompt_with_image: {
    args: [],
    messages: () => [userMessage(image), userMessage(text("Please analyze the image above."))],
  },
};

function readResource(uri: string): ReadResourceResult {
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) {
    return {
      contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
    };
  }
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
}

const RESOURCES = ["test://static-text", "test://static-binary", "test://watched-resource"];

/** A protocol server with the suite's own tools, prompts and resources, to mount on the service's routes. */
export function createSuiteServer(): Server {
  const server = new Server(
    { name: "conformance", version: "1.0.0" },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        logging: {},
        completions: {},
      },
    },
  );
  const tools = suiteTools(server);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, { inputSchema = NO_ARGUMENTS }]) => ({
      name,
      description: `The suite's ${name}`,
      inputSchema,
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools[params.name];
    if (!tool) throw new Error(`no tool ${params.name}`);
    return await tool.call((params.arguments ?? {}) as Record<string, string>, extra);
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args }]) => ({
      name,
      description: `The suite's ${name}`,
      arguments: args.map((arg) => ({ name: arg, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
    messages: PROMPTS[params.name]!.messages(params.arguments ?? {}),
  }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: RESOURCES.map((uri) => ({ uri, name: uri, description: `The suite's ${uri}` })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(params.uri));
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [], total: 0 } }));
  return server;
}
