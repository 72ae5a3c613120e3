/** Name of the process in its logs, its metrics and its outbox rows. */
export const SERVICE_NAME = "approval-engine";
