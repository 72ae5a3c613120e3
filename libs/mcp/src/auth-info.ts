import type { Principal } from "@countersign/auth";

/** The caller as both packages of the protocol carry one. */
export interface AuthInfo {
  token: string;
  clientId: string;
  scopes: string[];
  expiresAt: number;
  extra: Record<string, unknown>;
}

/** The caller in the packages' form. The token itself stays at the edge: no tool needs it. */
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
export function principalOf(authInfo: { extra?: Record<string, unknown> } | undefined): Principal {
  const principal = authInfo?.extra?.["principal"];
  if (!principal) throw new Error("a message reached a tool without a principal");
  return principal as Principal;
}
