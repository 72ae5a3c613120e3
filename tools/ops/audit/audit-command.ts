import {
  auditedCompanies,
  type ChainHead,
  type ChainReport,
  isHexId,
  type Store,
  verifyAuditChain,
} from "@countersign/mongo";
import { readOptions, UsageError } from "../../usage.ts";

export const AUDIT_USAGE = `Reads the audit trail of one company, or of all, and finds every record of its hash chain that was
changed, is missing or was moved, and every chain whose head is missing. Exit code 1 if there is any. The journal's
records form the chain: those of approvals, definitions and settings are in none, and are not verified.

usage: npm run audit:verify -- [options]

  --company <hex>                 one company: 24 hexadecimal characters; may be repeated
  --anchor <company>:<seq>:<hash> an end that an earlier run printed and you kept elsewhere: shows
                                  that the trail up to it is as it was then; may be repeated

The store is MONGODB_URI (unless it is set, that
of the "npm start" whose data directory is --data <dir>), its database MONGODB_DB.`;

/** The trails to verify. */
export interface AuditArguments {
  /** If empty: every company that has a chain or records. */
  companyIds: readonly string[];
  /** By company. */
  anchors: ReadonlyMap<string, ChainHead>;
}

/**
 * Reads the arguments of `npm run audit:verify`.
 *
 * @throws UsageError
 */
export function parseAuditArguments(args: string[]): AuditArguments {
  const option = { type: "string", multiple: true, default: [] as string[] } as const;
  const { company, anchor } = readOptions({ args, options: { company: option, anchor: option } }).values;
  const anchors = new Map(anchor.map(anchorOf));
  return { companyIds: [...new Set([...company.map(companyOf), ...anchors.keys()])], anchors };
}

function companyOf(text: string): string {
  if (!isHexId(text)) throw new UsageError("--company must be 24 hexadecimal characters");
  return text.toLowerCase();
}

function anchorOf(text: string): [string, ChainHead] {
  const [, company, seq, hash] = /^([\da-f]{24}):(\d{1,15}):([\w+/=-]{1,128})$/iu.exec(text) ?? [];
  if (company === undefined || hash === undefined) {
    throw new UsageError(`--anchor ${text}: expected <company>:<seq>:<hash>, as an earlier run printed it`);
  }
  return [company.toLowerCase(), { seq: Number(seq), hash }];
}

/**
 * Verifies the requested trails and prints the findings.
 *
 * @returns whether all trails are sound
 */
export async function verifyTrails(
  store: Pick<Store, "db">,
  { companyIds, anchors }: AuditArguments,
  say: (text: string) => void,
): Promise<boolean> {
  const chosenIds = companyIds.length > 0 ? companyIds : await auditedCompanies(store);
  let sound = true;
  for (const companyId of chosenIds) {
    const report = await verifyAuditChain(store, companyId, anchors.get(companyId));
    say(formatReport(report));
    sound &&= report.faults.length === 0;
  }
  if (chosenIds.length === 0) say("no company has an audit trail yet");
  say(NOT_COVERED);
  return sound;
}

/** The gaps that no run can see by itself. */
const NOT_COVERED = `not covered: records outside of the chains, such as those of approvals, definitions and settings; a chain that was
written anew together with its head, and one of which nothing is left: keep anchors elsewhere`;

/** The report as lines of text: the findings, and the anchor to keep. */
function formatReport({ companyId, head, isHeadMissing, unchained, faults }: ChainReport): string {
  const verdict =
    faults.length === 0 ? "sound" : `${faults.length} ${faults.length === 1 ? "fault" : "faults"}`;
  return [
    `company ${companyId}: ${head.seq} records, ${verdict}`,
    ...(isHeadMissing ? ["  the head of the chain is missing"] : []),
    ...(unchained > 0 ? [`  not covered: ${unchained} records outside of the chain`] : []),
    ...faults.map(({ seq, kind, auditId }) => `  record ${seq} is ${kind}${auditId ? ` (${auditId})` : ""}`),
    `  anchor ${companyId}:${head.seq}:${head.hash}`,
  ].join("\n");
}
