import type { Principal } from "@countersign/auth";
import { asSent, UNKNOWN_ARGUMENT } from "@countersign/contracts";
import { toDomainError } from "@countersign/mongo";
import { z } from "zod";
import { type ArgumentProblem, lossesIn, problemsIn } from "./argument-problems.ts";

/** The context of a tool call, beside its arguments; services add their own. */
export interface CallContext {
  principal: Principal;
  /** Name and version of the agent's program, as it gave them. */
  agent?: string;
  /** The display name of that program, from the token if the program gives none (contract-3, AGT-4). */
  client?: string;
  /** The request's `_meta`. */
  meta: Readonly<Record<string, unknown>>;
}

/** Ends a call without a result of the tool: the server of the revision says what is answered instead. */
export class CallInterrupted extends Error {
  override readonly name: string = "CallInterrupted";
}

/** The result of a call, as both packages of the protocol send it. */
export interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
  [key: string]: unknown;
}

/** Hints of how a tool changes the world, for clients that ask people first. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** A tool as it is listed. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  [key: string]: unknown;
}

/** The JSON Schema of an object. */
export interface ObjectSchema {
  type: "object";
  properties?: Record<string, object>;
  required?: string[];
  [key: string]: unknown;
}

/** Receives failures that the input did not cause. */
export type OnFailure = (error: unknown, tool: string) => void;

/** The result of a tool: a text, and the same as data. */
export interface ToolOutput<Data> {
  text: string;
  data: Data;
}

/** A tool as the server offers it: its advertised form, and its call with any arguments. */
export interface Tool<Context = CallContext> {
  definition: ToolDefinition;
  call(input: unknown, context: Context): Promise<ToolResult>;
}

/** Most problems spelled out in the text of one refusal; `_meta` has them all. */
const MAX_PROBLEMS_IN_TEXT = 20;

/**
 * Makes a tool. Failures never leave it as protocol errors: they are results with `isError` and the text
 * `Error: <message>` (mcp-journal, Errors), so that the agent reads them.
 *
 * @param options.input refuses arguments before `run` sees them; the paths at fault are in the result's `_meta`
 * @param options.run may throw a `ZodError` of its own for what `_meta` holds
 * @param options.onFailure hears of unexpected failures, of which the agent only reads `Internal error`, and of outages
 */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Context = CallContext,
>(options: {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: Input;
  output: Output;
  run: (input: z.output<Input>, context: Context) => Promise<ToolOutput<z.input<Output>>>;
  onFailure: OnFailure;
}): Tool<Context> {
  const { name, title, description, annotations, input, output, run, onFailure } = options;
  return {
    definition: {
      name,
      title,
      description,
      annotations: { title, openWorldHint: false, ...annotations },
      inputSchema: jsonSchemaOf(input),
      outputSchema: jsonSchemaOf(output),
    },
    async call(raw, context) {
      try {
        const read = withJson(input, raw ?? {});
        const { unknown, value } = asSent(input, read.value);
        const parseResult = input.safeParse(value);
        const losses = [...problemsOf(context), ...read.problems];
        if (!parseResult.success || unknown.length + losses.length > 0) {
          return refusal(parseResult.error, [...losses, ...unknown.map(unknownArgument)]);
        }
        const { text, data } = await run(parseResult.data, context);
        return { content: [{ type: "text", text }], structuredContent: data };
      } catch (error) {
        if (error instanceof CallInterrupted) throw error;
        if (error instanceof ToolFailure) return failure(error.message);
        if (error instanceof z.ZodError) return refusal(error);
        const domainError = toDomainError(error);
        if (domainError === undefined || domainError.code === "UNAVAILABLE") onFailure(error, name);
        return failure(`Error: ${domainError?.message ?? "Internal error"}`);
      }
    },
  };
}

/** A failure whose text the specification gives without the `Error: ` before it. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/** A result that says what is wrong. */
export function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The problem of an argument that the tool does not know (contract-3, FIX-4). */
const unknownArgument = (path: readonly (string | number)[]): ArgumentProblem => ({
  path: path.join("."),
  message: UNKNOWN_ARGUMENT,
});

const problemsOf = (context: unknown): readonly ArgumentProblem[] =>
  problemsIn((context as Partial<CallContext>).meta ?? {});

/** @param foundProblems problems beside those that the schema finds */
function refusal(error: z.ZodError | undefined, foundProblems: readonly ArgumentProblem[] = []): ToolResult {
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map(String).join("."),
    message,
  }));
  const problems = [...foundProblems, ...issues];
  const lines = problems
    .slice(0, MAX_PROBLEMS_IN_TEXT)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const unsaidCount = problems.length - lines.length;
  if (unsaidCount > 0) lines.push(`and ${unsaidCount} more problems`);
  return { ...failure(`Error: Invalid arguments: ${lines.join("; ")}`), _meta: { problems } };
}

/**
 * The arguments with the lists and objects that clients behind a stdio bridge send as JSON text (contract-3, FIX-5), and
 * what was lost when that text was read.
 */
function withJson({ shape }: z.ZodObject, raw: unknown): { value: unknown; problems: ArgumentProblem[] } {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return { value: raw, problems: [] };
  const problems: ArgumentProblem[] = [];
  const fields = Object.entries(raw).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(shape, name) ? unwrapField(shape[name]) : undefined;
    const read = typeof value === "string" && field ? jsonIn(value, field) : undefined;
    if (read === undefined) return [name, value];
    const losses = lossesIn(value as string);
    problems.push(...losses.map(({ path, message }) => ({ path: [name, ...path].join("."), message })));
    return [name, read];
  });
  return { value: Object.fromEntries(fields), problems };
}

/** The schema of a field that is there. */
function unwrapField(field: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable
    ? unwrapField(field.unwrap())
    : field;
}

/** The list or object of a text, where the field takes one. */
function jsonIn(text: string, field: z.core.$ZodType): object | undefined {
  const takesList = field instanceof z.ZodArray;
  if (!takesList && !(field instanceof z.ZodObject) && !(field instanceof z.ZodRecord)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null;
    return isObject && Array.isArray(value) === takesList ? value : undefined;
  } catch {
    return undefined;
  }
}

function jsonSchemaOf(schema: z.ZodObject): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return rest as ObjectSchema;
}
