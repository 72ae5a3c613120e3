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
  /** When the token ends, in whole seconds since 1970 (`exp`). */
  expiresAt: number;
}
