/** A stage by its place in the run; the model has places instead of records. */
export interface ModelStage {
  approveBy: "ANY" | "ALL" | "COUNT" | "PERCENT" | "PER_GROUP";
  /** Of COUNT, PERCENT and PER_GROUP. */
  quorum: number;
  rejectBy: "VETO" | "UNREACHABLE";
  approvers: readonly string[];
  /** The groups that a person carries as an approver of the stage. */
  groups: Readonly<Record<string, readonly string[]>>;
}

export interface Seat {
  holder: string;
  groups: readonly string[];
  required: boolean;
  hops: number;
  /** The people who gave it to its holder by hand, or took others of the stage: they decide on it for themselves alone. */
  givers: ReadonlySet<string>;
  /** The user who added it. */
  addedBy?: string | undefined;
  /** A setting made it; it is in use only while the stage needs it. */
  derived: boolean;
  /** Why nobody decides here: the holder has left, a duty, or the setting's seat is not needed. */
  out?: string | undefined;
  /** The user who decided, and how. */
  verdict?: { by: string; agrees: boolean } | undefined;
}

export type Rule = Pick<ModelStage, "approveBy" | "quorum" | "rejectBy">;

export const ANYBODY: Rule = { approveBy: "ANY", quorum: 1, rejectBy: "VETO" };
const NOT_ACTIONABLE = "Approval not found or cannot be updated";
export const OVER = "There is no approval in progress for this document";
export const NO_TASK = "Workflow task not found";
export const SUBMITTER = "submitter";
export const LEFT = "left";
export const UNUSED = "unused";
/** The holder marked somebody else of the stage as a leaver. */
export const TAKER = "taker";

/** The refusal of a command; the model keeps nothing of it. */
export class Refusal extends Error {
  readonly refused: string | RegExp;
  constructor(refusal: string | RegExp) {
    super(String(refusal));
    this.refused = refusal;
  }
}
export const refuse = (refusal: string | RegExp): never => {
  throw new Refusal(refusal);
};

export const seatFor = (holder: string, groups: readonly string[] = []): Seat => ({
  holder,
  groups,
  required: false,
  hops: 0,
  givers: new Set(),
  derived: false,
});
export const toldPeople = (person: string, { holder }: Seat) => [
  SUBMITTER,
  ...(holder === person ? [] : [holder]),
];
export const holders = (seats: readonly Seat[]) => seats.map(({ holder }) => holder);
export const refuseQuorum = () => refuse(/^Stage ".*" cannot reach its quorum$/u);
export const refuseUnattended = () =>
  refuse(/^Stage ".*" (cannot reach its quorum|has nobody who can decide): .+ (has|is|de|ch|su)/u);
export const waits = ({ out, verdict }: Seat) => out === undefined && verdict === undefined;
export const agrees = ({ verdict }: Seat) => verdict?.agrees === true;
export const mayAgree = ({ verdict }: Seat) => verdict?.agrees !== false;

/** All sets of some of the values, the empty one too. */
function subsetsOf([first, ...otherValues]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const without = subsetsOf(otherValues);
  return [...without, ...without.map((set) => [first].concat(set))];
}

/**
 * Whether each group can have so many people of its own. By Hall's theorem it can exactly if any groups together are
 * carried by as many people as they need together.
 */
export function isEveryGroupServed(
  groups: readonly string[],
  quorum: number,
  seats: readonly Pick<Seat, "groups">[],
): boolean {
  const carriersOf = (some: readonly string[]) =>
    seats.filter((seat) => seat.groups.some((group) => some.includes(group)));
  return (
    groups.length > 0 && subsetsOf(groups).every((some) => carriersOf(some).length >= some.length * quorum)
  );
}

/** Why none of the seats waits for the person. */
export function refuseSeats(seats: readonly Seat[], person: string): never {
  for (const { holder, out, verdict } of seats) {
    if (verdict && !(verdict.by === person && holder === person)) refuse(`Already decided by ${verdict.by}`);
    if (out === TAKER) refuse("Nobody seats themselves");
    if (out !== undefined && out !== LEFT) refuse(`Separation of duties: ${out}`);
  }
  return refuse(NOT_ACTIONABLE);
}

/** How many approvals a stage with these groups needs. */
export function neededApprovals(
  { approveBy, quorum }: Rule,
  groups: readonly string[],
  seats: readonly Seat[],
): number {
  const free = seats.filter(({ required }) => !required || approveBy === "ALL").length;
  const ofFree = {
    ANY: 1,
    ALL: free,
    COUNT: quorum,
    PERCENT: Math.ceil((free * quorum) / 100),
    PER_GROUP: quorum * groups.length,
  }[approveBy];
  return ofFree === 0 ? 0 : ofFree + (approveBy === "ALL" ? 0 : seats.length - free);
}

/** Whether a stage with these groups is complete with the seats that count as agreeing (PPL-4). */
export function isComplete(
  { approveBy, quorum }: Rule,
  groups: readonly string[],
  seats: readonly Seat[],
  counts: (seat: Seat) => boolean,
): boolean {
  const free = seats.filter(({ required }) => !required || approveBy === "ALL");
  const agreeingSeats = free.filter(counts);
  if (free.length === 0 || !seats.every((seat) => !seat.required || counts(seat))) return false;
  switch (approveBy) {
    case "ANY":
      return agreeingSeats.length > 0;
    case "ALL":
      return agreeingSeats.length === free.length;
    case "COUNT":
      return agreeingSeats.length >= quorum;
    case "PERCENT":
      return agreeingSeats.length * 100 >= free.length * quorum;
    case "PER_GROUP":
      return isEveryGroupServed(groups, quorum, agreeingSeats);
    default:
      return approveBy satisfies never;
  }
}
