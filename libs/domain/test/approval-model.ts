/** A stage by its place in the run; the model has places instead of records. */
export interface ModelStage {
  approveBy: "ANY" | "ALL" | "COUNT";
  /** Of COUNT. */
  quorum: number;
  rejectBy: "VETO" | "UNREACHABLE";
  approvers: readonly string[];
}

/** The model's prediction for one command. */
export type Prediction =
  | { refused: string | RegExp }
  | { events: string[]; outcome?: "completed" | "rejected" | "recalled"; active: number | undefined };

/** Somebody who may decide in another's place. */
export type StandIn = readonly [substitute: string, principal: string];

interface Seat {
  holder: string;
  required: boolean;
  hops: number;
  /** Who decided, and how. */
  verdict?: { by: string; agrees: boolean } | undefined;
}

type Rule = Pick<ModelStage, "approveBy" | "quorum" | "rejectBy">;

const ANYBODY: Rule = { approveBy: "ANY", quorum: 1, rejectBy: "VETO" };
const NOT_ACTIONABLE = "Approval not found or cannot be updated";
const OVER = "There is no approval in progress for this document";
const SUBMITTER = "submitter";

const seated = (people: readonly string[]) =>
  [...new Set(people)].map((holder): Seat => ({ holder, required: false, hops: 0 }));
const told = (person: string, { holder }: Seat) => [SUBMITTER, ...(holder === person ? [] : [holder])];

/**
 * A model of a run in other terms than the product's: the seats of each place, the places still to be asked, and the
 * place being asked. It is small enough to be read against the specification and the contract.
 */
export function createModel(
  stages: readonly ModelStage[],
  rules: {
    requeue: boolean;
    /** The approvers that the stored workflow has now, by place; undefined for a dynamic run. */
    definition: readonly (readonly string[])[] | undefined;
    standIns: readonly StandIn[];
    /** When the submitter may recall the document. */
    recall: "NEVER" | "UNTIL_FIRST_VERDICT" | "ALWAYS";
  },
) {
  const seats = new Map(stages.map(({ approvers }, place) => [place, seated(approvers)]));
  const ruleOf = new Map<number, Rule>(stages.entries());
  /** Places with a live or approved task. By the literal table, a place that rejected has none. */
  const present = new Set(stages.keys());
  const queued = new Set([...stages.keys()].slice(1));
  let active: number | undefined = 0;
  /** Whether a stage was asked again, after a verdict or not. */
  let isReentered = false;

  const at = (place: number) => seats.get(place) ?? [];
  const holders = (place: number) => at(place).map(({ holder }) => holder);
  const hasVote = (place: number, person: string) =>
    at(place).some(({ holder, verdict }) => holder === person || verdict?.by === person);

  /** Who may decide for one of the people, in their order; each person once. */
  function substitutes(place: number, people: readonly string[]): string[] {
    const able = people.flatMap((person) =>
      rules.standIns.filter(([, principal]) => principal === person).map(([substitute]) => substitute),
    );
    return [...new Set(able)].filter((person) => person !== SUBMITTER && !hasVote(place, person));
  }
  const asked = (place: number) => [...holders(place), ...substitutes(place, holders(place))];

  function isEnough(place: number, counts: (seat: Seat) => boolean): boolean {
    const { approveBy, quorum } = ruleOf.get(place) ?? ANYBODY;
    if (approveBy === "ALL") return at(place).every(counts);
    const needed = approveBy === "ANY" ? 1 : quorum;
    const free = at(place).filter(({ required }) => !required);
    return free.filter(counts).length >= needed && at(place).every((seat) => !seat.required || counts(seat));
  }

  function end(outcome: "completed" | "rejected" | "recalled" | undefined, events: string[]): Prediction {
    active = undefined;
    queued.clear();
    return { events, active, ...(outcome === undefined ? {} : { outcome }) };
  }

  function clear(place: number): void {
    for (const seat of at(place)) seat.verdict = undefined;
  }

  function ask(place: number): void {
    queued.delete(place);
    present.add(place);
    clear(place);
    active = place;
  }

  function returnPlace(from: number, wanted: number | "unknown" | undefined): number | "refused" | undefined {
    if (rules.definition === undefined || wanted === undefined) {
      return [...present].filter((place) => place < from).toSorted((left, right) => right - left)[0];
    }
    // A stage that somebody added has no name.
    if (wanted === "unknown" || wanted >= from || wanted >= stages.length) {
      return "refused";
    }
    if (!present.has(wanted)) {
      // The stored stage has names only: a fresh task is decided by anybody or all, as it was.
      seats.set(wanted, seated(rules.definition[wanted] ?? []));
    }
    return at(wanted).length === 0 ? undefined : wanted;
  }

  /** The seat that the person decides, or why none. */
  function seatOf(place: number, person: string): Seat | { refused: string | RegExp } {
    // Of a task that is over the model knows no seats: it may say who has decided.
    if (place !== active) return { refused: /Approval not found or cannot be updated|Already decided by/u };
    const own = at(place).find(({ holder }) => holder === person);
    if (own) {
      if (own.verdict === undefined) return own;
      return {
        refused: own.verdict.by === person ? NOT_ACTIONABLE : `Already decided by ${own.verdict.by}`,
      };
    }
    const principals = new Set(
      rules.standIns.filter(([substitute]) => substitute === person).map(([, one]) => one),
    );
    const represented = at(place).filter(({ holder }) => principals.has(holder));
    const waiting = represented.find(({ verdict }) => verdict === undefined);
    if (waiting === undefined) {
      const by = represented[0]?.verdict?.by;
      return { refused: by === undefined ? NOT_ACTIONABLE : `Already decided by ${by}` };
    }
    if (person === SUBMITTER) return { refused: "A substitute who submitted the document may not decide" };
    if (hasVote(place, person)) return { refused: "One person has one vote on a task" };
    return waiting;
  }

  /** Why the person must not be asked beside those who are, if so. */
  function unaskable(place: number | undefined, person: string): string | undefined {
    if (person === SUBMITTER) return "Nobody is added who submitted the document";
    return place !== undefined && hasVote(place, person)
      ? "The user is an approver of this task already"
      : undefined;
  }

  return {
    /** The place being asked, and the approvers who have not decided there yet. */
    waiting(): { place: number | undefined; people: string[] } {
      const place = active;
      if (place === undefined) return { place, people: [] };
      const open = at(place).filter(({ verdict }) => verdict === undefined);
      return { place, people: open.map(({ holder }) => holder) };
    },
    /** Whether the person's verdict would be accepted. */
    mayDecide: (person: string) => active !== undefined && !("refused" in seatOf(active, person)),
    submit: (): Prediction => ({ events: [`TASK_CREATED>${asked(0).join(",")}`], active }),
    cancel: (): Prediction => end(undefined, []),
    addByHand(person: string): void {
      if (active !== undefined) at(active).push({ holder: person, required: false, hops: 0 });
    },
    approve(place: number, person: string): Prediction {
      const seat = seatOf(place, person);
      if ("refused" in seat) return seat;
      seat.verdict = { by: person, agrees: true };
      const events = [`APPROVED>${told(person, seat).join(",")}`];
      if (!isEnough(place, ({ verdict }) => verdict?.agrees === true)) return { events, active };
      const next = queued.size === 0 ? undefined : Math.min(...queued);
      if (next === undefined) return end("completed", [...events, "COMPLETED>submitter"]);
      ask(next);
      return { events: [...events, `STAGE_ADVANCED>${asked(next).join(",")}`], active };
    },
    reject(place: number, person: string, wanted: number | "unknown" | undefined): Prediction {
      const seat = seatOf(place, person);
      if ("refused" in seat) return seat;
      // Only a stage of the definition can be named from, and to.
      const target = returnPlace(place, wanted);
      if (target === "refused") return { refused: "Return stage not found" };
      seat.verdict = { by: person, agrees: false };
      const recipients = told(person, seat);
      const isPossible = isEnough(place, ({ verdict }) => verdict?.agrees !== false);
      if (ruleOf.get(place)?.rejectBy === "UNREACHABLE" && isPossible) {
        return { events: [`OBJECTED>${recipients.join(",")}`], active };
      }
      if (target === undefined) return end("rejected", [`REJECTED>${recipients.join(",")}`]);
      // The stored workflow may name fewer approvers by now than its rule needs.
      if (!present.has(target) && !isEnough(target, () => true)) {
        seat.verdict = undefined;
        return { refused: /^Stage ".*" cannot reach its quorum$/u };
      }
      clear(place);
      isReentered = true;
      if (rules.requeue) {
        queued.add(place);
      } else {
        present.delete(place);
      }
      ask(target);
      return { events: [`REJECTED>${[...recipients, ...asked(target)].join(",")}`], active };
    },
    amend(policy: "ASK_AGAIN" | "KEEP_VERDICTS"): Prediction {
      if (active === undefined) return { refused: OVER };
      const reached = [...present].filter((place) => !queued.has(place));
      const approved = reached.flatMap((place) => at(place).filter(({ verdict }) => verdict?.agrees));
      if (policy === "ASK_AGAIN") {
        for (const place of reached) {
          queued.add(place);
          clear(place);
        }
        isReentered = true;
        active = Math.min(...reached);
        queued.delete(active);
      }
      const people = policy === "ASK_AGAIN" ? asked(active) : holders(active);
      const all = new Set([SUBMITTER, ...people, ...approved.map(({ holder }) => holder)]);
      return { events: [`AMENDED>${[...all].toSorted().join(",")}`], active };
    },
    recall(person: string, isPrivileged: boolean): Prediction {
      if (active === undefined) return { refused: OVER };
      if (!isPrivileged && person !== SUBMITTER)
        return { refused: "Only the submitter or a privileged user" };
      if (!isPrivileged && rules.recall === "NEVER") return { refused: "cannot be recalled" };
      const isJudged = isReentered || [...seats.values()].flat().some(({ verdict }) => verdict !== undefined);
      if (!isPrivileged && rules.recall === "UNTIL_FIRST_VERDICT" && isJudged) {
        return { refused: "cannot be recalled after the first verdict" };
      }
      const reached = [...present].filter((place) => !queued.has(place));
      const all = new Set([SUBMITTER, ...reached.flatMap(holders)].filter((one) => one !== person));
      return end("recalled", [`RECALLED>${[...all].toSorted().join(",")}`]);
    },
    withdraw(person: string): Prediction {
      if (active === undefined) return { refused: /task not found|has been decided/u };
      const seat = at(active).find(({ verdict }) => verdict?.by === person);
      if (seat === undefined) return { refused: "You have given no verdict on this stage" };
      seat.verdict = undefined;
      return { events: [`VERDICT_WITHDRAWN>${told(person, seat).join(",")}`], active };
    },
    reassign(person: string, to: string): Prediction {
      if (active === undefined) return { refused: "Workflow task not found" };
      const seat = at(active).find(({ holder }) => holder === person);
      if (seat === undefined) return { refused: "There is no approval to reassign on this task" };
      if (seat.verdict) return { refused: `Already decided by ${seat.verdict.by}` };
      if (to === person) return { refused: "toUserId: must be somebody else" };
      if (seat.hops === 5) return { refused: "An approval is reassigned at most 5 times" };
      const refused = unaskable(active, to);
      if (refused !== undefined) return { refused };
      seat.holder = to;
      seat.hops += 1;
      const people = [SUBMITTER, person, to, ...substitutes(active, [to])];
      return { events: [`REASSIGNED>${people.join(",")}`], active };
    },
    /** @returns the prediction, and the place that was added */
    add(person: string, user: string, position: "PARALLEL" | "AFTER"): Prediction & { added?: number } {
      if (active === undefined) return { refused: "Workflow task not found" };
      if (!holders(active).includes(person)) return { refused: "Only an approver of the active task" };
      if (user === person) return { refused: "Nobody may add an approval for themselves" };
      const refused = unaskable(position === "PARALLEL" ? active : undefined, user);
      if (refused !== undefined) return { refused };
      if (position === "PARALLEL") {
        at(active).push({ holder: user, required: true, hops: 0 });
        const people = [SUBMITTER, user, user, ...substitutes(active, [user])];
        return { events: [`APPROVER_ADDED>${people.join(",")}`], active };
      }
      const from = active;
      const later = [...seats.keys()].filter((place) => place > from);
      const added = later.length === 0 ? Math.floor(from) + 1 : (from + Math.min(...later)) / 2;
      seats.set(added, seated([user]));
      present.add(added);
      queued.add(added);
      return { events: [`APPROVER_ADDED>${SUBMITTER},${user}`], active, added };
    },
  };
}
