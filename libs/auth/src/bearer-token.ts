/** The token of an `Authorization` value (RFC 6750 section 2.1), or `undefined` when there is no bearer credential. */
export function bearerToken(authorization: unknown): string | undefined {
  if (typeof authorization !== "string") return undefined;
  return /^bearer +([\w~+/.-]+=*) *$/i.exec(authorization)?.[1];
}
