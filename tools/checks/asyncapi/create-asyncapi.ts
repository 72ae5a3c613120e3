import {
  amendment,
  approvalDocument,
  BUILT_IN_KINDS,
  cancellation,
  CLOUD_EVENT_CONTENT_TYPE,
  cloudEvent,
  consumersOf,
  currency,
  deadLetterSubject,
  ENGINE_SOURCE,
  fact,
  JOURNAL_RPC,
  type MessageName,
  MESSAGES,
  orderSummary,
  RPC,
  stage,
  STREAMS,
  submission,
} from "@countersign/contracts";
import { z } from "zod";
import { describeFields } from "./field-descriptions.ts";
import { JOURNAL_RPC_EXAMPLES, MESSAGE_EXAMPLES, RPC_EXAMPLES } from "./examples.ts";

type Json = Readonly<Record<string, unknown>>;

/** Messages that services send to the engine, and who does in the example; the engine sends the others. */
const SENDERS: Readonly<Partial<Record<MessageName, string>>> = {
  submitCommand: "/countersign/inventory",
  cancelCommand: "/countersign/inventory",
  amendCommand: "/countersign/inventory",
  companyCreated: "/countersign/inventory",
  userChanged: "/countersign/hr",
  employeeChanged: "/countersign/hr",
  departmentChanged: "/countersign/hr",
  groupChanged: "/countersign/hr",
};

const PARAMETERS: Readonly<Record<string, Json>> = {
  owner: {
    description: "The service that owns the document. DOCUMENT_KINDS adds others.",
    examples: BUILT_IN_KINDS.owners,
  },
  kind: {
    description: "The kind of the document. DOCUMENT_KINDS adds others.",
    examples: BUILT_IN_KINDS.kinds,
  },
  userId: { description: "The recipient: 24 hexadecimal characters." },
};

const TRACE_HEADER = {
  traceparent: { type: "string", description: "W3C trace context of the sender." },
  tracestate: { type: "string", description: "Vendor-specific part of the same trace, where there is one." },
} as const;

const EVENT_HEADERS = {
  type: "object",
  required: ["Nats-Msg-Id"],
  properties: {
    "Nats-Msg-Id": {
      type: "string",
      description: "The event's id: the broker drops a second message with it.",
    },
    "content-type": { const: CLOUD_EVENT_CONTENT_TYPE, description: "Optional on messages to the engine." },
    ...TRACE_HEADER,
  },
} as const;

const REFUSAL = {
  name: "Refusal",
  title: "A refused request",
  summary: "The request had no effect; after 500 and 503 its effect is unknown.",
  headers: {
    type: "object",
    required: ["Nats-Service-Error", "Nats-Service-Error-Code"],
    properties: {
      "Nats-Service-Error": { type: "string", description: "The exact text." },
      "Nats-Service-Error-Code": { enum: ["400", "403", "404", "409", "429", "500", "503"] },
    },
  },
  payload: { type: "string", maxLength: 0, description: "Empty." },
} as const;

const reference = (...path: readonly string[]): Json => ({ $ref: `#/${path.join("/")}` });
const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Schemas that stand in the document once, by their names there. */
const NAMED = z.registry<{ id: string }>();
const namedSchemas = {
  Submission: submission,
  Amendment: amendment,
  Cancellation: cancellation,
  Document: approvalDocument,
  Fact: fact,
  Stage: stage,
  Order: orderSummary,
  Outcome: MESSAGES.completed.data,
  Tasks: MESSAGES.accepted.data.shape.tasks,
};
for (const [id, schema] of Object.entries(namedSchemas)) NAMED.add(schema, { id });

/** JSON schemas of the given names, as they stand in the components. */
type Definitions = Record<string, Json>;

/** The JSON schema of a message as a sender may write it. @param definitions - gets those that it refers to */
function schemaOf(schema: z.ZodType, definitions: Definitions): Json {
  const json = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    metadata: NAMED,
    // A refinement has no form there.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === currency) jsonSchema.pattern = "^[A-Z]{3}$";
    },
  });
  const text = JSON.stringify(json).replaceAll('"#/definitions/', '"#/components/schemas/');
  const { $schema: _dialect, definitions: ownDefinitions, ...rest } = JSON.parse(text) as Json;
  Object.assign(definitions, ownDefinitions);
  return rest;
}

/** The stream that keeps an address, and its retention. */
function streamOf(address: string): Json {
  const stream = Object.values(STREAMS).find(({ subjects }) =>
    subjects.some((subject) => address.startsWith(subject.replace(/>$/u, ""))),
  );
  if (!stream) throw new Error(`no stream keeps ${address}`);
  return {
    name: stream.name,
    maxAgeSeconds: stream.maxAgeMs / 1000,
    durables: durablesOf(address),
    deadLetterSubject: deadLetterSubject(address),
  };
}

/** Durable consumers that get the messages of an address; the engine makes those of each owner. */
function durablesOf(address: string): readonly string[] {
  const [area = "", subject = ""] = address.split(".");
  if (area === "directory") return ["approval-engine-directory"];
  if (area === "company") return ["approval-engine-companies"];
  if (subject === "command") return ["approval-engine-commands"];
  const { outcomes, answers, notifications } = consumersOf("{owner}");
  const consumersByName = Object.entries({
    outcome: outcomes,
    request: answers,
    notification: notifications,
  });
  return consumersByName.filter(([name]) => name === subject).map(([, { durable }]) => durable);
}

/** Every message that a consumer gave up. */
const DEAD_LETTERS = {
  address: deadLetterSubject("{subject}"),
  description:
    "A message that a consumer gave up, under the subject that it came from. `npm run deadletters` lists, shows and replays them.",
  parameters: { subject: { description: "The subject of the message, which may have dots." } },
  messages: { deadLetter: reference("components", "messages", "deadLetter") },
  "x-jetstream": {
    name: STREAMS.deadLetters.name,
    maxAgeSeconds: STREAMS.deadLetters.maxAgeMs / 1000,
    durables: [],
  },
} as const;

const DEAD_LETTER = {
  name: "DeadLetter",
  title: "A message that a consumer gave up",
  headers: {
    type: "object",
    required: ["Dead-Letter-Reason", "Dead-Letter-Consumer", "Dead-Letter-Stream"],
    properties: {
      "Dead-Letter-Reason": { type: "string", description: "Why it was given up, with the fields at fault." },
      "Dead-Letter-Consumer": { type: "string", description: "The durable consumer that gave it up." },
      "Dead-Letter-Stream": { type: "string", description: "The stream that it came from." },
    },
  },
  payload: { description: "The body as it came; empty if it was too large to be kept beside the reason." },
} as const;

/** The id whose order is kept: of the document, of the directory's record or of the company. */
function subjectOf(data: (typeof MESSAGE_EXAMPLES)[MessageName]): string {
  if ("refId" in data) return data.refId;
  if ("user" in data) return data.user._id;
  if ("employee" in data) return data.employee._id;
  if ("department" in data) return data.department._id;
  return data.companyId;
}

function eventParts(name: MessageName, definitions: Definitions) {
  const { type, address, summary, event } = MESSAGES[name];
  const variables = [...address.matchAll(/\{(\w+)\}/gu)].map(([, variable = ""]) => variable);
  const data = MESSAGE_EXAMPLES[name];
  const example = cloudEvent({
    id: "0b0f6a6e-6ac8-4d3a-9a2c-3a2f0a3f7d11",
    source: SENDERS[name] ?? ENGINE_SOURCE,
    type,
    subject: subjectOf(data),
    time: new Date("2027-03-01T12:00:00Z"),
    data,
  });
  return {
    channel: {
      address,
      messages: { [name]: reference("components", "messages", name) },
      ...(variables.length > 0 && {
        parameters: Object.fromEntries(
          variables.map((variable) => [variable, reference("components", "parameters", variable)]),
        ),
      }),
      "x-jetstream": streamOf(address),
    },
    message: {
      name: type,
      title: summary,
      contentType: CLOUD_EVENT_CONTENT_TYPE,
      headers: reference("components", "schemas", "EventHeaders"),
      payload: schemaOf(event, definitions),
      examples: [{ payload: example }],
    },
    operation: {
      action: name in SENDERS ? "receive" : "send",
      channel: reference("channels", name),
      summary,
      messages: [reference("channels", name, "messages", name)],
    },
  };
}

/** A message of plain JSON. */
function plainMessage(title: string, payload: Json, example: unknown): Json {
  return { title, contentType: "application/json", payload, examples: [{ payload: example }] };
}

/** An operation that the engine answers, or asks another service for. */
interface Operation {
  name: string;
  action: "receive" | "send";
  rpc: { subject: string; request: z.ZodType; reply: z.ZodType; summary: string };
  examples: { request: unknown; reply: unknown };
}

/** The operations of one service with their examples. */
function operationsOf<Name extends string>(
  action: Operation["action"],
  rpcs: Readonly<Record<Name, Operation["rpc"]>>,
  examples: Readonly<Record<Name, Operation["examples"]>>,
): Operation[] {
  return (Object.keys(rpcs) as Name[]).map((name) => ({
    name,
    action,
    rpc: rpcs[name],
    examples: examples[name],
  }));
}

function rpcParts({ name, action, rpc, examples }: Operation, definitions: Definitions) {
  const { subject, request, reply, summary } = rpc;
  const [requestName, replyName] = [`${name}Request`, `${name}Reply`];
  return {
    channels: {
      [name]: {
        address: subject,
        messages: { [requestName]: reference("components", "messages", requestName) },
      },
      [replyName]: {
        address: null,
        description: "The inbox that the request names.",
        messages: {
          [replyName]: reference("components", "messages", replyName),
          refusal: reference("components", "messages", "refusal"),
        },
      },
    },
    messages: {
      [requestName]: {
        ...plainMessage(summary, schemaOf(request, definitions), examples.request),
        headers: reference("components", "schemas", "RequestHeaders"),
      },
      [replyName]: plainMessage(`The answer to ${subject}`, schemaOf(reply, definitions), examples.reply),
    },
    operation: {
      action,
      channel: reference("channels", name),
      summary,
      messages: [reference("channels", name, "messages", requestName)],
      reply: {
        channel: reference("channels", replyName),
        messages: [
          reference("channels", replyName, "messages", replyName),
          reference("channels", replyName, "messages", "refusal"),
        ],
      },
    },
  };
}

/** Every message and request of the platform as an AsyncAPI 3 document, generated from the schemas that parse them. */
export function createAsyncApi(): Json {
  const definitions: Definitions = {};
  const events = (Object.keys(MESSAGES) as MessageName[]).map(
    (name) => [name, eventParts(name, definitions)] as const,
  );
  const calls = [
    ...operationsOf("receive", RPC, RPC_EXAMPLES),
    ...operationsOf("send", JOURNAL_RPC, JOURNAL_RPC_EXAMPLES),
  ].map((operation) => [operation, rpcParts(operation, definitions)] as const);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Countersign messages",
      version: "1.0.0",
      description:
        "Between the approval engine and the services that own the documents, as the engine sees it: it receives " +
        "commands, requests and changes of people, and sends outcomes and notifications; it asks the journal for what its " +
        "console shows of it. Delivery is at least once, " +
        "in order within a document or record; the event id identifies a repetition. `NATS_PREFIX`, where one is set, " +
        "precedes every address.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    defaultContentType: "application/json",
    servers: {
      nats: { host: "127.0.0.1:4222", protocol: "nats", description: "NATS with JetStream: `NATS_URL`." },
    },
    channels: {
      ...Object.fromEntries(events.map(([name, { channel }]) => [name, channel])),
      ...(Object.assign({}, ...calls.map(([, { channels }]) => channels)) as Json),
      deadLetter: DEAD_LETTERS,
    },
    operations: Object.fromEntries([
      ...events.map(
        ([name, { operation }]) => [`${operation.action}${capitalize(name)}`, operation] as const,
      ),
      ...calls.map(
        ([{ name, action }, { operation }]) =>
          [`${action === "send" ? "ask" : "answer"}${capitalize(name)}`, operation] as const,
      ),
    ]),
    components: describeFields({
      parameters: PARAMETERS,
      schemas: {
        EventHeaders: EVENT_HEADERS,
        RequestHeaders: { type: "object", properties: TRACE_HEADER },
        ...definitions,
      },
      messages: {
        ...Object.fromEntries(events.map(([name, { message }]) => [name, message])),
        ...(Object.assign({}, ...calls.map(([, { messages }]) => messages)) as Json),
        refusal: REFUSAL,
        deadLetter: DEAD_LETTER,
      },
    }),
  };
}
