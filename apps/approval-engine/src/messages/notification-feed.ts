import type { WorkflowNotification } from "../repositories/records.ts";

/** Live notifications across all replicas, at most once: the stored rows are the truth. */
export interface NotificationFeed {
  /** Tells every replica about rows that were just committed. Never throws. */
  announce(notifications: readonly WorkflowNotification[]): Promise<void>;
  /**
   * Calls back for each notification of the user until the returned function is called.
   * The callback must not block: a slow subscriber bounds its own queue.
   */
  subscribe(
    user: { companyId: string; userId: string },
    onNotification: (notification: WorkflowNotification) => void,
  ): () => void;
  close(): Promise<void>;
}
