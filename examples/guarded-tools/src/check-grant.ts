import { createHash } from "node:crypto";
import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";

/** The call as the agent asked people for it. */
export interface Action {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** Why a call is refused; the agent reads it. */
export class GrantRefused extends Error {
  override readonly name = "GrantRefused";
}

/** Lets a call through that people approved: exactly it, once, for ten minutes. @throws GrantRefused */
export type CheckGrant = (grant: string | undefined, action: Action) => Promise<void>;

/** How long a grant may hold, in milliseconds: no longer is its id remembered. */
const LIFE_MS = 10 * 60_000;

/**
 * Checks grants without asking anybody: the engine's published keys are enough.
 *
 * @param options.keys - of `/.well-known/jwks.json`
 * @param options.issuer - the engine's address, as its grants have it
 * @param options.audience - this tool server's name, as agents give it to `request_approval`
 * @param options.allowNamed - whether a grant counts whose approvers the agent chose, by no rule of the company. Default: no
 * @param options.clock - default the machine's
 */
export function createGrantCheck({
  keys,
  issuer,
  audience,
  allowNamed = false,
  clock = () => new Date(),
}: {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  allowNamed?: boolean;
  clock?: () => Date;
}): CheckGrant {
  // Of several replicas of a tool server, all have to share this.
  const usedGrants = new Map<string, number>();

  const isUsed = (jti: string, now: number): boolean => {
    for (const [id, until] of usedGrants) if (until <= now) usedGrants.delete(id);
    if (usedGrants.has(jti)) return true;
    usedGrants.set(jti, now + LIFE_MS);
    return false;
  };

  return async (grant, action) => {
    const actionSha256 = createHash("sha256").update(canonicalJson(action)).digest("hex");
    if (grant === undefined) {
      throw new GrantRefused(
        `This needs a person's approval: call request_approval with the action ${canonicalJson(action)} and the ` +
          `audience ${audience}, and give me its grant`,
      );
    }
    const now = clock();
    const { payload } = await jwtVerify(grant, keys, {
      algorithms: ["EdDSA"],
      typ: "grant+jwt",
      issuer,
      audience,
      requiredClaims: ["exp", "jti", "actionSha256"],
      maxTokenAge: LIFE_MS / 1_000,
      currentDate: now,
    }).catch((error: unknown) => {
      throw new GrantRefused(reasonOf(error));
    });
    if (payload["actionSha256"] !== actionSha256) {
      throw new GrantRefused("The grant is for another call: people approved other arguments");
    }
    if (payload["named"] === true && !allowNamed) {
      throw new GrantRefused("The agent chose who approved this: pass allowNamed to accept it");
    }
    if (isUsed(String(payload.jti), now.getTime())) throw new GrantRefused("The grant was used already");
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The grant has expired: ask anew";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The grant is not for this tool server (${error.claim})`;
  return "The grant is not valid";
}

/**
 * The one text of a JSON value by RFC 8785: members sorted by UTF-16 code units, no blanks, numbers and texts as
 * ECMAScript writes them. What two programs parse from JSON has the same text at both.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
