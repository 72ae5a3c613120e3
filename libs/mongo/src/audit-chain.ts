import type { Store } from "./store.ts";

/** The end of a company's chain. Whoever keeps it elsewhere can show later that the trail up to it was not rewritten. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** Something that is wrong with a chain. */
export interface ChainFault {
  seq: number;
  kind: "missing" | "changed" | "reordered" | "duplicate" | "head";
  /** Audit record at fault, if there is one. */
  auditId?: string;
}

export interface ChainReport {
  companyId: string;
  /** Records looked at. */
  count: number;
  head: ChainHead;
  /** The first faults, 100 at most; empty for a sound chain. */
  faults: readonly ChainFault[];
}

export declare function verifyAuditChain(
  store: Pick<Store, "db">,
  companyId: string,
  anchor?: ChainHead,
): Promise<ChainReport>;

/** Companies that have a chain. */
export declare function chainedCompanies(store: Pick<Store, "db">): Promise<string[]>;
