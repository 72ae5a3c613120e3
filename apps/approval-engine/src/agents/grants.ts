import { randomUUID } from "node:crypto";
import { toObjectId } from "@countersign/mongo";
import { SignJWT } from "jose";
import type { Db } from "mongodb";

import type { GrantKey } from "./grant-key.ts";
import type { AgentRequest, StoredGrant } from "./records.ts";
import { requestsIn } from "./requests.ts";

/** How long a grant holds, in seconds. */
const GRANT_S = 600;

/** Issues the grants of approved requests. */
export interface Grants {
  /**
   * The grant of a request: a JWT that its tool server verifies by the published keys. Its times and its id are fixed when
   * it is issued first, so that one approval is worth one call; later it is given again, until it has ended.
   *
   * @returns nothing unless the request has an action and was approved as it was asked, and after the grant's end
   */
  of(request: AgentRequest): Promise<string | undefined>;
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
    { _id: requestId, actionSha256, audience }: AgentRequest,
    now: Date,
  ): Promise<StoredGrant> => {
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const expiresAt = issuedAt + GRANT_S;
    const token = await new SignJWT({ requestId, actionSha256 })
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
  const issued = async (request: AgentRequest, now: Date): Promise<StoredGrant | undefined> => {
    const grant = await sign(request, now);
    const ofRequest = { _id: toObjectId(request._id) };
    const { matchedCount } = await requestsIn({ db }).updateOne(
      { ...ofRequest, status: "APPROVED", grant: { $exists: false } },
      { $set: { grant } },
    );
    if (matchedCount === 1) return grant;
    const found = await requestsIn({ db }).findOne(ofRequest, { projection: { grant: 1 } });
    return found?.grant;
  };

  return {
    of: async (request) => {
      const { status, actionSha256, revision, decidedRevision } = request;
      // Without an action there is no call that a grant could be for.
      if (status !== "APPROVED" || actionSha256 === undefined || decidedRevision !== revision)
        return undefined;
      const now = clock();
      const grant = request.grant ?? (await issued(request, now));
      return grant !== undefined && now < grant.until ? grant.token : undefined;
    },
  };
}
