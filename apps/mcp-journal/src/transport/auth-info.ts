import type { Principal } from "@countersign/auth";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";

/** The caller in the SDK's form. The token itself stays at the edge: no tool needs it. */
export function authInfoOf(principal: Principal): AuthInfo {
  return {
    token: "",
    clientId: principal.userId,
    scopes: [],
    expiresAt: principal.expiresAt,
    extra: { principal },
  };
}

/** The caller whom {@link authInfoOf} put in. */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const principal = authInfo?.extra?.["principal"];
  if (!principal) throw new Error("a message reached a tool without a principal");
  return principal as Principal;
}
