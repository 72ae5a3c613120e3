import { auditChainsOf, auditLogsOf, type AuditRecord, type ChainLink, hashOf } from "./audit-record.ts";
import { toHex, toObjectId } from "./ids.ts";
import type { Store } from "./store.ts";

/** The end of a company's chain. A copy kept elsewhere proves later that the trail up to it is unchanged. */
export interface ChainHead {
  /** Number of records. */
  seq: number;
  hash: string;
}

/** A fault of a chain. */
export interface ChainFault {
  /** Place in the chain, from 1. */
  seq: number;
  /**
   * `missing`: no record has the place. `changed`: the record is not the hashed one. `unlinked`: it does not follow the
   * record before it. `unanchored`: the chain differs from its head or from the given anchor.
   */
  kind: "missing" | "changed" | "unlinked" | "unanchored";
  /** Audit record at fault, if any. */
  auditId?: string;
}

export interface ChainReport {
  companyId: string;
  /** The chain's end as found, to be kept as an anchor. */
  head: ChainHead;
  /** The company has chained records and no stored end of its chain, which is a fault too. */
  isHeadMissing: boolean;
  /** Records of the company outside of the chain, which nothing here verifies. */
  unchained: number;
  /** The first faults, {@link MAX_FAULTS} at most; empty for a sound chain. */
  faults: readonly ChainFault[];
}

/** The check of a chain reads a whole company, in batches. */
const WHOLE = { maxTimeMS: 0 };
const MAX_FAULTS = 100;

type ChainedRecord = AuditRecord & { chain: ChainLink };

/**
 * Reads a company's chain from its start and finds every changed, missing or moved record; writes may go on meanwhile.
 * Only an anchor that was kept elsewhere reveals a rewrite of the whole chain and its head.
 *
 * @param anchor a head of an earlier report
 * @throws DomainError `INVALID_INPUT` unless `companyId` is an id
 */
export async function verifyAuditChain(
  { db }: Pick<Store, "db">,
  companyId: string,
  anchor?: ChainHead,
): Promise<ChainReport> {
  const company = toObjectId(companyId, "companyId");
  const faults: ChainFault[] = [];
  const report = (fault: ChainFault): void => {
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  const readHead = async (): Promise<ChainHead> => {
    const head = await auditChainsOf(db).findOne({ _id: company });
    return { seq: head?.seq ?? 0, hash: head?.hash ?? "" };
  };
  const unchainedRows = { companyId: company, "chain.seq": { $exists: false } };

  const before = await readHead();
  const anchors = [before, ...(anchor ? [anchor] : [])].filter(({ seq }) => seq > 0);
  const hashes = new Map(anchors.map(({ seq }): [number, string | undefined] => [seq, undefined]));
  let end: ChainHead = { seq: 0, hash: "" };
  const records = auditLogsOf(db)
    .find({ companyId: company, "chain.seq": { $exists: true } }, WHOLE)
    .sort({ "chain.seq": 1 });
  for await (const record of records) {
    const { chain, ...content } = record as ChainedRecord;
    const { hash, ...place } = chain;
    const at = { seq: place.seq, auditId: toHex(record._id) };
    if (hashOf(content, place) !== hash) report({ ...at, kind: "changed" });
    if (place.seq > end.seq + 1) {
      for (let seq = end.seq + 1; seq < place.seq && faults.length < MAX_FAULTS; seq += 1) {
        report({ seq, kind: "missing" });
      }
    } else if (place.seq <= end.seq || place.previous !== end.hash) {
      report({ ...at, kind: "unlinked" });
    }
    if (hashes.has(place.seq)) hashes.set(place.seq, hash);
    end = { seq: place.seq, hash };
  }
  for (const { seq, hash } of anchors) {
    if (seq > end.seq) report({ seq, kind: "missing" });
    else if (hashes.get(seq) !== hash) report({ seq, kind: "unanchored" });
  }
  const after = await readHead();
  if (end.seq > after.seq) report({ seq: end.seq, kind: "unanchored" });
  const isHeadMissing = end.seq > 0 && after.seq === 0;
  return {
    companyId,
    head: end,
    isHeadMissing,
    unchained: await auditLogsOf(db).countDocuments(unchainedRows, WHOLE),
    faults,
  };
}

/** Companies that have a chain or any audit record, so that one whose chain has lost its head is among them; in no order. */
export async function auditedCompanies({ db }: Pick<Store, "db">): Promise<string[]> {
  const heads = await auditChainsOf(db)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const ofRecords = await auditLogsOf(db).distinct("companyId", {}, WHOLE);
  return [...new Set([...heads.map(({ _id }) => _id), ...ofRecords].map((id) => toHex(id)))];
}
