import type { EntryPreview } from "@countersign/finance";
import type { OpenScope } from "@countersign/mongo";
import { type CallContext, CallInterrupted, type Tool } from "@countersign/mcp";

/** The context of a call of one of the journal's tools. */
export interface ToolContext extends CallContext {
  sessionId: string;
  /**
   * Asks the person behind the agent; `undefined` when that is off or the client cannot.
   *
   * @returns nothing where the person did not agree
   * @throws DomainError `FORBIDDEN` where a person has to be asked and the client cannot
   */
  confirm: Confirm | undefined;
}

export type Confirm = (question: Question) => Promise<Consent | undefined>;

/** One of the journal's tools. */
export type JournalTool = Tool<ToolContext>;

/** A question that a person answers before an entry is posted. */
export interface Question {
  text: string;
  entryId: string;
  ref: string;
  /** Of the entry as it is shown. */
  contentHash: string;
  /** The entry, with its accounts. */
  preview: EntryPreview;
}

/** A person's consent. */
export interface Consent {
  /**
   * Marks it as used, in the transaction of what it allows; without a scope at once.
   *
   * @throws DomainError `CONFLICT` for one that was used already
   */
  redeem?: (scope?: OpenScope) => Promise<void>;
}

/** A question that a person answers in the console (contract-3, MCP-3). */
export interface AskedPage {
  id: string;
  status: "OPEN" | "ACCEPTED" | "DECLINED";
  /** When the time to answer, and to post, ends. */
  validUntil: Date;
  /** The consent, once it is accepted. */
  consent: Consent;
  /** Declines it in the client, also where it was accepted and is not used yet. */
  decline: () => Promise<void>;
}

/** The state that travels through the client: what was shown, to whom, and until when it counts. */
export interface ConfirmationState {
  id: string;
  user: string;
  entryId: string;
  contentHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The person has to be asked first, and the call sent again with the answer; the server of the revision says how. */
export class PersonAsked extends CallInterrupted {
  override readonly name = "PersonAsked";
  readonly question: Question;
  /** The question in the console, where that is where it is answered. */
  readonly page: AskedPage | undefined;
  /** The state of the question, where it was asked before. */
  readonly state: ConfirmationState | undefined;

  constructor(question: Question, page?: AskedPage, state?: ConfirmationState) {
    super("a person is asked");
    this.question = question;
    this.page = page;
    this.state = state;
  }
}

/** Refuses a company that the caller may not speak for (`MCP_TENANT_FENCE`). */
export type AssertTenant = (companyId: string, context: ToolContext) => void;
