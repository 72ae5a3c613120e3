import { type Delivery, companyIdOf } from "@countersign/bus";

const OF_ACCOUNT = /^(approval\.command|directory)\.from\.([^.]+)\.(.+)$/u;

/** The broker stores a message of another account under a subject that names it; `docs/nats/accounts.md`. */
export function senderIn(subject: string): { account?: string; subject: string } {
  const [, prefix, account, rest] = OF_ACCOUNT.exec(subject) ?? [];
  return account === undefined ? { subject } : { account, subject: `${prefix}.${rest}` };
}

/** Sender of an unchecked message: its account and company. */
export function senderOf(delivery: Delivery): string {
  return `${senderIn(delivery.subject).account ?? ""} ${companyIdOf(delivery) ?? ""}`;
}

/**
 * Sender and id of an unchecked message, such as its document's. A message that waits holds back only those of its own
 * sender, whatever id it names.
 */
export function keyIn(delivery: Delivery, id: string | undefined): string | undefined {
  return id === undefined ? undefined : `${senderOf(delivery)} ${id}`;
}
