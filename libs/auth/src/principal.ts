/** The caller, read from a verified token. */
export interface Principal {
  /** Issuer of the token (`iss`). */
  issuer: string;
  /** User id (`sub`), 24 hexadecimal characters. */
  userId: string;
  companyId: string;
  branchId?: string;
  name?: string;
  privileged: boolean;
  /** A program acts with the user's token (claim `agent`). */
  isAgent?: true;
  /** When the token ends, in whole seconds since 1970 (`exp`). */
  expiresAt: number;
}
