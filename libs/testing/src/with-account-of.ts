/**
 * The text of `docs/nats/accounts.conf` with the account of a further owner, made as `docs/nats/accounts.md` says: all that
 * INVENTORY has once more, under the owner's name.
 */
export function withAccountOf(owner: string, accounts: string): string {
  const account = owner.toUpperCase();
  const again = (block: string) =>
    `${block}\n${block.replaceAll("INVENTORY", account).replaceAll("inventory", owner)}`;
  return accounts
    .replaceAll("[HR, INVENTORY", `[HR, INVENTORY, ${account}`)
    .replace(/^ {6}# INVENTORY\n(?: {6}.*\n)+/mu, again)
    .replace(/^ {2}INVENTORY \{\n(?: {4}.*\n)+ {2}\}\n/mu, again);
}
