import type { Submission } from "@countersign/contracts";

/**
 * The state of an entry's approval. `SUBMITTING`: stored, its submission not yet answered. `WAITING`: its run has begun.
 * `RECALLED`: taken back, and may be submitted anew. `UNPOSTED`: approved, and could not be posted.
 */
export type ApprovalStatus = "SUBMITTING" | "WAITING" | "REJECTED" | "RECALLED" | "UNPOSTED" | "POSTED";

/** The latest approval of a journal entry. Ids are 24-hex strings. */
export interface Approval {
  /** The entry. */
  id: string;
  companyId: string;
  status: ApprovalStatus;
  /** The submission and its key at the engine: repeated, it is the same one. */
  submission: Submission & { requestId: string };
  /** Hash of the entry's content that was submitted. */
  contentHash: string;
  /** The submitter, for the audit. */
  requester: Requester;
  /** The run that was asked for, once the engine has answered. */
  runId?: string;
  /** Why it was rejected or recalled. */
  remark?: string;
  /** Why it could not be posted. */
  problem?: string;
}

/** The person and the agent that ask for an entry to be posted. */
export interface Requester {
  issuer: string;
  userId: string;
  /** The agent's session, and its name as it gave it. */
  sessionId: string;
  agent?: string;
  /** The display name of the agent's program. */
  client?: string;
}
