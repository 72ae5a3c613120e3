/** Guards that can be removed, to show that the histories notice. */
export const MUTANTS = {
  "no-inbox": "every delivery counts as the first",
  "mark-before-acknowledgement": "an outbox row is marked before the broker has acknowledged it",
  "key-apart": "the key of a command is stored outside of the command's own write",
  "no-lease": "relays and ordered consumers work without leases",
  "posts-unapproved": "agents' entries are posted without approval",
  "rejections-complete": "the journal service takes every outcome for a completed one",
  "legs-twice": "every leg of the ledger is written twice",
  "acknowledges-first": "the journal service acknowledges an outcome before it is handled",
} as const;
export type Mutant = keyof typeof MUTANTS;

export function isMutant(name: string): name is Mutant {
  return Object.hasOwn(MUTANTS, name);
}

/** Guards about time that can be removed, to show that the histories notice. */
export const TIME_MUTANTS = {
  "fires-twice": "the mark of a timer is lost after its effect",
  "fires-stale": "the timers of a stage go on once it is left or asked again",
  "whole-ladder": "everything that is late takes effect at once",
} as const;
export type TimeMutant = keyof typeof TIME_MUTANTS;

export const isTimeMutant = (name: string): name is TimeMutant => Object.hasOwn(TIME_MUTANTS, name);
