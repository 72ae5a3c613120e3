/** Of the process, its logs and metrics, and of its rows in the outbox. */
export const SERVICE_NAME = "approval-engine";
