import { type JSONPath, visit } from "jsonc-parser";
import { z } from "zod";

/** A fault of an argument. */
export interface ArgumentProblem {
  /** Its path among the arguments, its parts joined by dots. */
  path: string;
  message: string;
}

/** Name in `_meta` under which problems go from the body's parser to the tool. */
const KEY = "countersign/argumentProblems";
/** Most problems that are noted. */
const PROBLEMS_MAX = 20;

const METAS = z.object({ [KEY]: z.array(z.object({ path: z.string(), message: z.string() })) });

/** The problems of a call's arguments that its `_meta` holds. */
export function problemsIn(meta: Readonly<Record<string, unknown>>): readonly ArgumentProblem[] {
  const read = METAS.safeParse(meta);
  return read.success ? (read.data[KEY] ?? []) : [];
}

/**
 * Finds what is lost when JSON is read: numbers that a double changes, and all but the last value of a key that is there
 * twice (contract-4, MEET-14). People and programs must not read another call than the agent wrote.
 *
 * @param json - valid JSON
 * @returns one of the whole for JSON that is nested too deeply to be looked through
 */
export function lossesIn(json: string): { path: JSONPath; message: string }[] {
  const losses: { path: JSONPath; message: string }[] = [];
  try {
    collectLosses(json, losses);
  } catch (error) {
    if (error instanceof RangeError) return [{ path: [], message: "must not be nested so deeply" }];
    throw error;
  }
  return losses;
}

function collectLosses(json: string, losses: { path: JSONPath; message: string }[]): void {
  const keys: Set<string>[] = [];
  visit(json, {
    onObjectBegin: () => void keys.push(new Set()),
    onObjectEnd: () => void keys.pop(),
    onObjectProperty: (key, _offset, _length, _line, _character, parent) => {
      if (keys.at(-1)?.has(key))
        losses.push({ path: [...parent(), key], message: "must not be named twice" });
      keys.at(-1)?.add(key);
    },
    onLiteralValue: (value: unknown, offset, length, _line, _character, path) => {
      if (typeof value !== "number" || keepsValue(json.slice(offset, offset + length))) return;
      losses.push({ path: path(), message: "send this number as text" });
    },
  });
}

/** Whether a number as JSON writes it is the number that a double writes for it. */
function keepsValue(writtenNumber: string): boolean {
  const double = Number(writtenNumber);
  return Number.isFinite(double) && decimalOf(writtenNumber) === decimalOf(String(double));
}

/** One text for all writings of a number: its sign, its digits without zeros around them, and where they stand. */
function decimalOf(writtenNumber: string): string {
  const [, sign = "", wholeDigits = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(writtenNumber) ?? [];
  const digits = (wholeDigits + fraction).replace(/^0+/u, "");
  const short = digits.replace(/0+$/u, "");
  if (short === "") return "0";
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/**
 * Notes in the `_meta` of a call what was lost when its body was read, so that the tool refuses it by path.
 *
 * @param body - as it was read: a message or several
 */
export function noteLosses(body: unknown, json: string): void {
  const messages = Array.isArray(body) ? body : [body];
  if (!messages.some(isCall)) return;
  const losses = lossesIn(json);
  for (const [at, message] of messages.entries()) {
    if (!isCall(message)) continue;
    const ofMessage = losses.filter(
      ({ path }) => !Array.isArray(body) || path.length === 0 || path[0] === at,
    );
    const problems = ofMessage
      .map(({ path, message: text }) => ({ path: pathOf(path, Array.isArray(body)), message: text }))
      .slice(0, PROBLEMS_MAX);
    if (problems.length > 0) message.params._meta = { ...message.params._meta, [KEY]: problems };
  }
}

/** The path among the arguments; of what stands beside them, in the message. */
function pathOf(path: JSONPath, isOfSeveral: boolean): string {
  const [params, args, ...rest] = isOfSeveral ? path.slice(1) : path;
  const isArgument = params === "params" && args === "arguments" && rest.length > 0;
  return (isArgument ? rest : path).join(".");
}

interface Call {
  params: { _meta?: object };
}

const call = z.object({ method: z.literal("tools/call"), params: z.looseObject({}) });
const isCall = (message: unknown): message is Call => call.safeParse(message).success;
