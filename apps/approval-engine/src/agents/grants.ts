import { randomUUID } from "node:crypto";
import type { Id } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import { SignJWT } from "jose";
import type { Db } from "mongodb";

import type { RuleVersion } from "../runs/index.ts";
import { refuseRejectedTwin } from "./find-rejections.ts";
import type { GrantKey } from "./grant-key.ts";
import { type AgentRequest, type StoredGrant, statusAt } from "./records.ts";
import { requestsIn } from "./requests.ts";

/** How long a grant holds, in seconds. */
const GRANT_S = 600;

/** Issues the grants of approved requests. */
export interface Grants {
  /**
   * The grant of a request: a JWT that its tool server verifies by the published keys. Its times and its id are fixed when
   * it is issued first, so that one approval is worth one call; later it is given again, until it has ended.
   *
   * @param approval - what it says about who approved
   * @returns nothing unless the request has an action and was approved as it was asked, after the grant's end, and where
   *   it was not fetched in time (see `statusAt`)
   * @throws DomainError `CONFLICT` where the same call was rejected since it was asked for (contract-4, MEET-6)
   */
  of(request: AgentRequest, approval: GrantedApproval): Promise<string | undefined>;
}

/** The claims of a grant about its approval: by which rule, and who gave it (contract-4, MEET-1). */
export interface GrantedApproval {
  /** The workflows by which rules of the kind, or its default, asked, in the order of the rules; none: no rule did. */
  rules: readonly RuleVersion[];
  approvedBy: readonly Id[];
}

/** @param options.issuer - of the tokens (`iss`): where the engine publishes its keys */
export function createGrants({
  db,
  key,
  issuer,
  clock,
}: {
  db: Pick<Db, "collection">;
  key: GrantKey;
  issuer: () => string;
  clock: () => Date;
}): Grants {
  const sign = async (
    { _id: requestId, actionSha256, audience, isNamed }: AgentRequest,
    { rules, approvedBy }: GrantedApproval,
    now: Date,
  ): Promise<StoredGrant> => {
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const expiresAt = issuedAt + GRANT_S;
    const [rule = null] = rules;
    const claims = { requestId, actionSha256, rule, rules, ...(isNamed && { named: true }), approvedBy };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: "grant+jwt" })
      .setIssuer(issuer())
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(key.key);
    return { token, until: new Date(expiresAt * 1_000) };
  };

  /** The first grant that is stored counts, whichever replica signed it. */
  const issueGrant = async (
    request: AgentRequest,
    approval: GrantedApproval,
    now: Date,
  ): Promise<StoredGrant | undefined> => {
    await refuseRejectedTwin({ db }, request);
    const grant = await sign(request, approval, now);
    const ofRequest = { _id: toObjectId(request._id) };
    const { matchedCount } = await requestsIn({ db }).updateOne(
      { ...ofRequest, status: "APPROVED", grant: { $exists: false } },
      { $set: { grant } },
    );
    if (matchedCount === 1) return grant;
    const storedRequest = await requestsIn({ db }).findOne(ofRequest, { projection: { grant: 1 } });
    return storedRequest?.grant;
  };

  return {
    of: async (request, approval) => {
      const { actionSha256, revision, decidedRevision } = request;
      const now = clock();
      // Without an action there is no call that a grant could be for.
      if (
        statusAt(request, now) !== "APPROVED" ||
        actionSha256 === undefined ||
        decidedRevision !== revision
      ) {
        return undefined;
      }
      const grant = request.grant ?? (await issueGrant(request, approval, now));
      return grant !== undefined && now < grant.until ? grant.token : undefined;
    },
  };
}
