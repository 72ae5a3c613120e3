/** A MongoDB object id as 24 lower-case hexadecimal characters. */
export type Id = string;
