import type { Principal } from "@countersign/auth";

/** Whoever calls in the tests: a user whose token ends in an hour. */
export const caller: Principal = {
  issuer: "https://issuer.test",
  userId: "a".repeat(24),
  companyId: "b".repeat(24),
  privileged: false,
  expiresAt: Date.now() / 1000 + 3_600,
};
