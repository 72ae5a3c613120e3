import { createHash } from "node:crypto";
import {
  type ApprovalDocument,
  type Kind,
  type KindRegistry,
  LIMITS,
  hexId,
  knownKind,
} from "@countersign/contracts";
import { canonicalJson } from "@countersign/domain/canonical-json";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { z } from "zod";

import type { DocumentAction } from "../documents/index.ts";
import { approvalDocument, label, optional } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { isAddress } from "./named-approvers.ts";
import { AGENTS_OWNER } from "./records.ts";

/** Most bytes of an action in its canonical form. */
const ACTION_MAX_BYTES = 16_384;
const ACTION_MAX_DEPTH = 64;
/** Bounds of a request's life in seconds, and the default of one week. */
export const LIFE_S = { min: 60, max: 2_592_000, default: 604_800 } as const;
/** Most people whom one request names. */
const APPROVERS_MAX = 20;
const KEY_MAX = 128;

/** An address that mail and chat programs would make a link of. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bwww\./iu;

/** A user's id, or the e-mail address of one. */
const approver = label(LIMITS.email).transform((text, context): string => {
  const idOrAddress = text.trim();
  if (isAddress(idOrAddress)) return idOrAddress;
  const { success, data } = hexId.safeParse(idOrAddress);
  if (success) return data;
  context.addIssue({ code: "custom", message: "must be a user's id or an e-mail address" });
  return z.NEVER;
});

/** The arguments of a request but for its document. */
const requestInput = (kinds: KindRegistry) =>
  z.object({
    kind: knownKind(kinds),
    workflowId: optional(hexId),
    approvers: optional(z.array(approver).min(1).max(APPROVERS_MAX)),
    expiresIn: z
      .int("must be a whole number")
      .min(LIFE_S.min, `must be at least ${LIFE_S.min} seconds`)
      .max(LIFE_S.max, `must be at most ${LIFE_S.max} seconds`)
      .default(LIFE_S.default),
    audience: label(LIMITS.name)
      .transform((name) => name.trim())
      .pipe(z.string().min(1, "must not be blank"))
      .default("countersign-tools"),
    idempotencyKey: label(KEY_MAX),
  });

/** A request as it was read. */
export interface RequestInput {
  kind: Kind;
  workflowId?: string | undefined;
  /** Ids or e-mail addresses. */
  approvers?: string[] | undefined;
  expiresIn: number;
  audience: string;
  idempotencyKey: string;
  document: ApprovalDocument & { title: string };
  action?: DocumentAction | undefined;
  /** Hash of everything. */
  contentHash: string;
  /** Hash of the call and its tool server; without a call of what people judge. */
  repeatHash: string;
}

/**
 * Reads the arguments of `request_approval` (contract-3, ASK-2). What people read holds no link: only the action says what
 * would be called, and nobody opens it.
 *
 * @throws DomainError `INVALID_INPUT` naming the argument
 */
export function readRequest(kinds: KindRegistry, input: Readonly<Record<string, unknown>>): RequestInput {
  const { title, amount, currency, facts, action: sentAction, ...rest } = input;
  const request = parseInput(requestInput(kinds), rest);
  const { kind, workflowId, approvers } = request;
  if (kinds.ownerOf(kind) !== AGENTS_OWNER) {
    throw new DomainError("INVALID_INPUT", text("ask.kind", { kind }), { field: "kind" });
  }
  if (workflowId !== undefined && approvers !== undefined) {
    throw new DomainError("INVALID_INPUT", text("ask.either"), { field: "approvers" });
  }
  const document = parseInput(titledDocument, { title, amount, currency, facts });
  refuseLinks(document);
  const { audience } = request;
  const action = sentAction === undefined ? undefined : { ...actionOf(sentAction), audience };
  const subject = { kind, document, action: action?.json };
  return {
    ...request,
    document,
    action,
    contentHash: hashOf({ ...request, ...subject }),
    repeatHash: hashOf(action ? { sha256: action.sha256, audience } : { kind, document, audience }),
  };
}

const titledDocument = z.intersection(z.object({ title: z.string() }), approvalDocument);

/** Where a document would show a link: in its title, in a fact's words, or as a fact of that type. */
function refuseLinks({ title, facts = [] }: ApprovalDocument & { title: string }): void {
  const places = [
    ["title", title],
    ...facts.flatMap(({ label: name, type, value }, at) => [
      [`facts.${at}.label`, name],
      [`facts.${at}.value`, type === "LINK" || typeof value === "string" ? value : ""],
    ]),
  ];
  const [field] = places.find(([, words]) => LINK.test(words!)) ?? [];
  if (field === undefined) return;
  throw new DomainError("INVALID_INPUT", text("ask.noLinks", { field }), { field });
}

/**
 * The exact call as people approve it: canonical JSON and its hash.
 *
 * @throws DomainError `INVALID_INPUT`
 */
function actionOf(sentAction: unknown): Omit<DocumentAction, "audience"> {
  const json = canonicalOf(sentAction);
  if (json === undefined || Buffer.byteLength(json) > ACTION_MAX_BYTES) {
    const bounds = { maximum: ACTION_MAX_BYTES, depth: ACTION_MAX_DEPTH };
    throw new DomainError("INVALID_INPUT", text("ask.action", bounds), { field: "action" });
  }
  return { json, sha256: sha256(json) };
}

function canonicalOf(value: unknown): string | undefined {
  if (!isWithin(value, ACTION_MAX_DEPTH)) return undefined;
  try {
    return canonicalJson(value);
  } catch {
    // Half a surrogate pair, or a number beyond JSON's.
    return undefined;
  }
}

/** Whether lists and objects stand in each other so often at most: deeper ones fail whoever writes them as JSON. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}

const hashOf = (value: unknown): string => sha256(canonicalJson(value));
const sha256 = (json: string): string => createHash("sha256").update(json, "utf8").digest("hex");
