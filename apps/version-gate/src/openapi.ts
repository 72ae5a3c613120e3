import { z } from "zod";
import { checkBody } from "./check-answer.ts";
import { checkQuery } from "./check-question.ts";
import { versionBody } from "./version-answer.ts";

type Json = Readonly<Record<string, unknown>>;

/** Without `additionalProperties: false`: answers may gain fields. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}

const errorBody = z.object({
  statusCode: z.int(),
  code: z.string(),
  error: z.string(),
  message: z.string().describe("Of a 400: the parameters at fault and what was expected."),
});

const text = (description: string) => ({ description, schema: { type: "string" } });
const seconds = (description: string) => ({ description, schema: { type: "integer", minimum: 0 } });

const HEADERS = {
  ETag: text("Changes with the body."),
  Age: seconds("Seconds since these values were read; of a stale answer alone."),
  "X-Version-Gate-Stale": { description: "Of a stale answer alone.", schema: { const: "true" } },
};

const PARAMETERS = [
  { name: "If-None-Match", in: "header", ...text("Saves the body with 304 if the answer is the same.") },
  {
    name: "Cache-Control",
    in: "header",
    ...text(
      "`stale-if-error=<seconds>` accepts the values that were last served, up to so old, while the store is away.",
    ),
  },
];

const error = (description: string, headers?: Json) => ({
  description,
  ...(headers && { headers }),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});
const RETRY_AFTER = { "Retry-After": seconds("When to ask again.") };

const FAILURES = {
  "429": error("The gateway: too many requests from one address.", RETRY_AFTER),
  "500": error("Nothing is published yet: continue."),
  "503": error("The store does not answer.", RETRY_AFTER),
};

interface Endpoint {
  operationId: string;
  summary: string;
  parameters: readonly Json[];
  /** Name of the body's schema. */
  body: string;
  refusals?: Json;
}

/** The operations of a path. */
function pathOf({ operationId, summary, parameters, body, refusals = {} }: Endpoint): Json {
  const operation = { summary, parameters: [...parameters, ...PARAMETERS] };
  const schema = { $ref: `#/components/schemas/${body}` };
  const answers = (content?: Json) => ({
    "200": { description: "The answer.", headers: HEADERS, ...(content && { content }) },
    "304": { description: "The answer has the entity tag of `If-None-Match`." },
    ...refusals,
    ...FAILURES,
  });
  return {
    get: { operationId, ...operation, responses: answers({ "application/json": { schema } }) },
    head: { operationId: `${operationId}Head`, ...operation, responses: answers() },
    options: {
      operationId: `${operationId}Options`,
      summary: "Answers the preflight of CORS: any origin, without credentials.",
      responses: { "204": { description: "What is allowed." } },
    },
  };
}

function queryParameters(schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as Json;
    return { name, in: "query", required: required.includes(name), description, schema: rest };
  });
}

/** Describes the public surface as an OpenAPI 3.1 document, by the schemas that read its requests and type its answers. */
export function createOpenApi(): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "version-gate",
      version: "0.1.0",
      description: "Tells apps before log-in which version is current, and what to do. Never stale.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [],
    paths: {
      "/api/version": pathOf({
        operationId: "readVersions",
        summary: "Reads the published versions of all apps.",
        parameters: [],
        body: "Versions",
      }),
      "/api/version/check": pathOf({
        operationId: "checkUpdate",
        summary: "Decides what an app does next.",
        parameters: [
          ...queryParameters(checkQuery),
          { name: "Accept-Language", in: "header", ...text("The languages of `message`, best first.") },
        ],
        body: "Check",
        refusals: { "400": error("A parameter is missing or malformed, or given twice.") },
      }),
    },
    components: {
      schemas: { Versions: schemaOf(versionBody), Check: schemaOf(checkBody), Error: schemaOf(errorBody) },
    },
  };
}
