/** The stored fields of a verdict that is being prepared. */
export interface VerdictFields {
  remark: string;
  /** The stage to which a rejection goes back, if the reader chose one. */
  returnTo: string | null;
  /** Whether a rejection ends the approval instead. */
  ends: boolean;
}

/** The name under which the verdict on a task is kept. */
export const verdictName = (taskId: string): string => `verdict.${taskId}`;
