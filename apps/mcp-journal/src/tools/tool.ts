import type { Principal } from "@countersign/auth";
import { asSent, UNKNOWN_ARGUMENT } from "@countersign/contracts";
import type { EntryPreview } from "@countersign/finance";
import { type OpenScope, toDomainError } from "@countersign/mongo";
import type {
  CallToolResult,
  Tool as ToolDefinition,
  ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

/** The context of a tool call, beside its arguments. */
export interface ToolContext {
  principal: Principal;
  sessionId: string;
  /** Name and version of the agent's program, as it gave them. */
  agent?: string;
  /** The display name of that program, from the token if the program gives none (contract-3, AGT-4). */
  client?: string;
  /** The request's `_meta`. */
  meta: Readonly<Record<string, unknown>>;
  /**
   * Asks the person behind the agent; `undefined` when that is off or the client cannot.
   *
   * @returns nothing where the person did not agree
   * @throws DomainError `FORBIDDEN` where a person has to be asked and the client cannot
   */
  confirm: ((question: Question) => Promise<Consent | undefined>) | undefined;
}

/** A question that a person answers before an entry is posted. */
export interface Question {
  text: string;
  entryId: string;
  ref: string;
  /** Of the entry as it is shown. */
  contentHash: string;
  /** The entry, with its accounts. */
  preview: EntryPreview;
}

/** A person's consent. */
export interface Consent {
  /**
   * Marks it as used, in the transaction of what it allows; without a scope at once.
   *
   * @throws DomainError `CONFLICT` for one that was used already
   */
  redeem?: (scope?: OpenScope) => Promise<void>;
}

/** A question that a person answers in the console (contract-3, MCP-3). */
export interface AskedPage {
  id: string;
  status: "OPEN" | "ACCEPTED" | "DECLINED";
  /** When the time to answer, and to post, ends. */
  validUntil: Date;
  /** The consent, once it is accepted. */
  consent: Consent;
}

/** The person has to be asked first, and the call sent again with the answer; the server of the revision says how. */
export class PersonAsked extends Error {
  override readonly name = "PersonAsked";
  readonly question: Question;
  /** The question in the console, where that is where it is answered. */
  readonly page: AskedPage | undefined;

  constructor(question: Question, page?: AskedPage) {
    super("a person is asked");
    this.question = question;
    this.page = page;
  }
}

/** Receives failures that the input did not cause. */
export type OnFailure = (error: unknown, tool: string) => void;

/** Refuses a company that the caller may not speak for (`MCP_TENANT_FENCE`). */
export type AssertTenant = (companyId: string, context: ToolContext) => void;

/** The result of a tool: the text of the specification, and the same as data. */
export interface ToolOutput<Data> {
  text: string;
  data: Data;
}

/** A tool as the server offers it: its advertised form, and its call with any arguments. */
export interface Tool {
  definition: ToolDefinition;
  call(input: unknown, context: ToolContext): Promise<CallToolResult>;
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
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(options: {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: Input;
  output: Output;
  run: (input: z.output<Input>, context: ToolContext) => Promise<ToolOutput<z.input<Output>>>;
  onFailure: OnFailure;
}): Tool {
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
        const { unknown, value } = asSent(input, withLists(input, raw ?? {}));
        const parsed = input.safeParse(value);
        if (!parsed.success || unknown.length > 0) return refusal(parsed.error, unknown);
        const { text, data } = await run(parsed.data, context);
        return { content: [{ type: "text", text }], structuredContent: data };
      } catch (error) {
        if (error instanceof PersonAsked) throw error;
        if (error instanceof ToolFailure) return failure(error.message);
        if (error instanceof z.ZodError) return refusal(error);
        const known = toDomainError(error);
        if (known === undefined || known.code === "UNAVAILABLE") onFailure(error, name);
        return failure(`Error: ${known?.message ?? "Internal error"}`);
      }
    },
  };
}

/** A failure whose text the specification gives without the `Error: ` before it. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/** A result that says what is wrong. */
export function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** @param unknown paths of arguments that the tool does not know (contract-3, FIX-4) */
function refusal(
  error: z.ZodError | undefined,
  unknown: readonly (readonly (string | number)[])[] = [],
): CallToolResult {
  const issues = [...unknown.map((path) => ({ path, message: UNKNOWN_ARGUMENT })), ...(error?.issues ?? [])];
  const problems = issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const lines = problems
    .slice(0, MAX_PROBLEMS_IN_TEXT)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const unsaid = problems.length - lines.length;
  if (unsaid > 0) lines.push(`and ${unsaid} more problems`);
  return { ...failure(`Error: Invalid arguments: ${lines.join("; ")}`), _meta: { problems } };
}

/** The arguments with the lists that clients behind a stdio bridge send as JSON text (contract-3, FIX-5). */
function withLists({ shape }: z.ZodObject, raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const read = Object.entries(raw).map(([name, value]) => [
    name,
    typeof value === "string" && shape[name] instanceof z.ZodArray ? (listIn(value) ?? value) : value,
  ]);
  return Object.fromEntries(read);
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function jsonSchemaOf(schema: z.ZodObject): ToolDefinition["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return rest as ToolDefinition["inputSchema"];
}
