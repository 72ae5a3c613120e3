import fastifySwagger from "@fastify/swagger";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { PROBLEM_TYPE, problem } from "./http-errors.ts";
import { parseInput, parseKnownInput } from "./parse-input.ts";

/** An app whose handlers get what the zod schemas of their routes read. */
export type ZodApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The description of a REST API. */
export interface ApiDescription {
  title: string;
  description: string;
  /** Whether every operation needs a bearer token. */
  needsToken: boolean;
  /** Schemas that stand in the document's components, by name. */
  schemas?: Readonly<Record<string, z.ZodType>>;
  /** Describes the HEAD of each GET too. */
  describesHead?: boolean;
}

/** An answer in a route's schema. */
export interface DescribedAnswer {
  description: string;
  content?: Readonly<Record<string, { schema: z.ZodType }>>;
  headers?: Readonly<Record<string, object>>;
}

/** An answer with a JSON body. */
export const jsonAnswer = (description: string, schema: z.ZodType): DescribedAnswer => ({
  description,
  content: { "application/json": { schema } },
});

/** A refusal with a problem document. */
export const problemAnswer = (description: string): DescribedAnswer => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: problem } },
});

/**
 * Checks requests by the zod schemas of their routes, with the texts of {@link parseInput}; an absent body counts as an
 * empty one. Answers are not checked: their schemas describe them.
 *
 * @param options.refusesUnknown - refuses fields that no schema knows (contract-3, FIX-4), but those of headers
 */
export function checkRequestsByZod(app: FastifyInstance, { refusesUnknown = false } = {}): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    const parse = refusesUnknown && httpPart !== "headers" ? parseKnownInput : parseInput;
    try {
      return { value: parse(schema, data ?? {}) };
    } catch (error) {
      return { error: error as Error };
    }
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/**
 * Describes the routes that are added from now on as an OpenAPI 3.1 document, `app.swagger()`, by the schemas that read
 * their requests.
 */
export async function describeRoutes(app: FastifyInstance, api: ApiDescription): Promise<void> {
  const { title, description, needsToken, schemas = {}, describesHead = false } = api;
  const schemaRegistry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) schemaRegistry.add(schema, { id });
  const options = { schemaRegistry, zodToJsonConfig: { override: completeSchema } };
  const transform = createJsonSchemaTransform(options);
  const transformObject = createJsonSchemaTransformObject(options);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version: "0.1.0", description, license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: "/" }],
      security: needsToken ? [{ bearer: [] }] : [],
      components: needsToken
        ? { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } }
        : {},
    },
    exposeHeadRoutes: describesHead,
    transform: (route) => withHeaders(transform(route), route.schema),
    transformObject: (document) => withUsedNames(transformObject(document), Object.keys(schemas)),
  });
}

/** The transform of the type provider leaves out the headers of answers with a content type. */
function withHeaders<T extends { schema: FastifySchema }>(
  description: T,
  { response }: FastifySchema = {},
): T {
  const answers = description.schema?.response as Record<string, object> | undefined;
  for (const [status, { headers }] of Object.entries((response ?? {}) as Record<string, DescribedAnswer>)) {
    if (headers && answers?.[status]) Object.assign(answers[status], { headers });
  }
  return description;
}

interface ObjectSchema {
  required?: string[] | undefined;
}

/**
 * Adds what the type provider leaves out with a registry of its own: descriptions; and dates, as JSON has them. What an
 * object requires is named always, in one order.
 */
function completeSchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: ObjectSchema;
}): void {
  const { description } = z.globalRegistry.get(zodSchema as z.ZodType) ?? {};
  const { type } = zodSchema._zod.def;
  Object.assign(
    jsonSchema,
    description !== undefined && { description },
    type === "object" && { required: (jsonSchema.required ?? []).toSorted() },
    type === "date" && { type: "string", format: "date-time" },
    type === "undefined" && { type: "null" },
  );
}

const reference = (name: string): string => `"#/components/schemas/${name}"`;

/**
 * Names each schema as it was given. The type provider makes two of each, that of inputs with `Input` behind its name;
 * the one that nothing refers to goes.
 */
function withUsedNames<T extends object>(document: T, names: readonly string[]): T {
  let text = JSON.stringify(document);
  const unusedNames = names
    .flatMap((name) => [name, `${name}Input`])
    .filter((name) => !text.includes(reference(name)));
  const renamedSchemas = names.filter(
    (name) => unusedNames.includes(name) && !unusedNames.includes(`${name}Input`),
  );
  for (const name of renamedSchemas) text = text.replaceAll(reference(`${name}Input`), reference(name));
  const result = JSON.parse(text) as T & { components: { schemas: Record<string, object> } };
  const { schemas } = result.components;
  for (const name of unusedNames) delete schemas[name];
  for (const name of renamedSchemas) {
    schemas[name] = schemas[`${name}Input`]!;
    delete schemas[`${name}Input`];
  }
  return result;
}
