import {
  type ModelStage,
  type Rule,
  type Seat,
  ANYBODY,
  LEFT,
  NO_TASK,
  OVER,
  Refusal,
  SUBMITTER,
  TAKER,
  UNUSED,
  agrees,
  holders,
  isComplete,
  mayAgree,
  neededApprovals,
  refuse,
  refuseQuorum,
  refuseSeats,
  refuseUnattended,
  seatFor,
  toldPeople,
  waits,
} from "./model-seats.ts";

/** The model's prediction for one command. */
export type Prediction =
  | { refused: string | RegExp }
  | { events: string[]; outcome?: "completed" | "rejected" | "recalled"; active: number | undefined };

/** Somebody who may decide in another's place. */
export type StandIn = readonly [substitute: string, principal: string];

/** The circumstances of a run. */
export interface ModelRules {
  requeue: boolean;
  /** The approvers that the stored workflow has now, by place; undefined for a dynamic run. */
  definition: readonly (readonly string[])[] | undefined;
  standIns: readonly StandIn[];
  /** When the submitter may recall the document. */
  recall: "NEVER" | "UNTIL_FIRST_VERDICT" | "ALWAYS";
  /** Those who have left by now. */
  gone: ReadonlySet<string>;
  /** The people who marked them as leavers since the submission. */
  leftBy: ReadonlyMap<string, string>;
  onEmptyStage: "REFUSE" | "FALLBACK" | "UNASSIGNED";
  fallback: readonly string[];
  submitterNeverDecides: boolean;
  onePersonOneStage: boolean;
  exclusiveGroups: readonly (readonly string[])[];
  agentsMayDecide: boolean;
  /** The users who wrote the document. */
  editors: readonly string[];
}

/** The user who changes seats. */
export interface ModelActor {
  actor: string;
  privileged: boolean;
  isAgent: boolean;
}

/**
 * A model of a run in other terms than the product's: the seats of each place, the places still to be asked, and the
 * place being asked. It is small enough to be read against the specification and the contract.
 */
export function createModel(stages: readonly ModelStage[], rules: ModelRules) {
  const ruleOf = new Map<number, Rule>(stages.entries());
  const seatPeople = (place: number, people: readonly string[]) =>
    [...new Set(people)].map((holder) => seatFor(holder, stages[place]?.groups[holder]));
  let state = {
    seats: new Map(stages.map(({ approvers }, place) => [place, seatPeople(place, approvers)])),
    /** Of PER_GROUP: the groups that the approvers carried when the place got its task. */
    groups: new Map<number, string[]>(),
    /** How many approvals a place that was asked needed then. */
    needed: new Map<number, number>(),
    /** How many approvals it needs at least besides required ones, since somebody who agreed took a seat there. */
    least: new Map<number, number>(),
    /** Those who marked a leaver whose seat another removed. */
    changers: new Map<number, ReadonlySet<string>>(),
    /** Places with a live or approved task. By the literal table, a place that rejected has none. */
    present: new Set(stages.keys()),
    queued: new Set(stages.keys()),
    active: undefined as number | undefined,
    /** Whether a stage was asked again, after a verdict or not. */
    isReentered: false,
    editors: rules.editors,
  };
  for (const place of stages.keys()) noteGroups(place);

  function noteGroups(place: number): void {
    state.groups.set(place, [...new Set(allAt(place).flatMap(({ groups }) => groups))]);
  }

  /** Does the work, or nothing of it if it is refused. */
  function attempt(work: () => Prediction): Prediction {
    const before = {
      ...state,
      seats: new Map(
        [...state.seats].map(([place, seats]) => [place, seats.map((seat) => Object.assign({}, seat))]),
      ),
      groups: new Map(state.groups),
      needed: new Map(state.needed),
      least: new Map(state.least),
      changers: new Map(state.changers),
      present: new Set(state.present),
      queued: new Set(state.queued),
    };
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      state = before;
      return { refused: error.refused };
    }
  }

  function allAt(place: number): Seat[] {
    return state.seats.get(place) ?? [];
  }
  const at = (place: number) => allAt(place).filter(({ out }) => out !== UNUSED);
  const counting = (place: number) => at(place).filter(({ out }) => out === undefined);
  const hasVote = (place: number, person: string) =>
    at(place).some(({ holder, verdict }) => holder === person || verdict?.by === person);
  /** The event to those among people who could decide a stage who have nothing to decide there any more (MEET-3). */
  function lostAt(place: number, people: readonly string[]): string[] {
    const keptPeople = new Set(counting(place).flatMap(({ holder, verdict }) => [holder, verdict?.by]));
    const lostPeople = people.filter((person) => !keptPeople.has(person) && !rules.gone.has(person));
    return lostPeople.length > 0 ? [`SEAT_LOST>${lostPeople.join(",")}`] : [];
  }
  const isLive = (place: number) => place === state.active || state.queued.has(place);
  const goingOn = (events: string[]): Prediction => ({ events, active: state.active });

  /** The duty that keeps the person from deciding at the place under these groups, if there is one (PPL-6). */
  function dutyOf(place: number, person: string, groups: readonly string[]): string | undefined {
    if (rules.submitterNeverDecides && person === SUBMITTER) return "submitterNeverDecides";
    if (state.editors.includes(person)) return "editorIds";
    const elsewhere = [...state.present]
      .filter((otherPlace) => otherPlace !== place)
      .flatMap(at)
      .filter(({ holder, verdict }) => verdict && (holder === person || verdict.by === person));
    if (rules.onePersonOneStage && elsewhere.length > 0) return "onePersonOneStage";
    const carriedGroups = new Set([...groups, ...elsewhere.flatMap((seat) => seat.groups)]);
    const isBroken = rules.exclusiveGroups.some(
      (set) => set.filter((group) => carriedGroups.has(group)).length > 1,
    );
    return isBroken ? "exclusiveGroups" : undefined;
  }

  /** Refuses that somebody changes who decides at the place who is barred there under one of the groups (SAFE-12). */
  function refuseBarred(place: number, person: string, groups: readonly string[]): void {
    if (rules.gone.has(person)) refuse("You have left the company");
    for (const group of [[], ...groups.map((label) => [label])]) {
      const duty = dutyOf(place, person, group);
      if (duty !== undefined) refuse(`Separation of duties: ${duty}`);
    }
  }

  /** The groups that a place's seats carry, or carried when it got its task with PER_GROUP. */
  const groupsAt = (place: number) => [
    ...(ruleOf.get(place)?.approveBy === "PER_GROUP" ? (state.groups.get(place) ?? []) : []),
    ...at(place).flatMap(({ groups }) => groups),
  ];

  /** A seat that somebody adds is needed besides the others, but where a privileged user fills a stage (SAFE-13). */
  function addedSeat(place: number, user: string, { actor, privileged }: ModelActor): Seat {
    const isSeatRequired = !(privileged && place === state.active && !goesOn(place));
    return {
      ...seatFor(user, [...new Set(groupsAt(place))]),
      required: isSeatRequired,
      givers: takersAt(place).union(new Set([actor])),
      addedBy: actor,
    };
  }

  /** The duty that forbids the person a verdict on the seat: theirs, or its holder's. */
  const dutyAt = (place: number, person: string, { holder, groups }: Seat) =>
    dutyOf(place, person, groups) ?? dutyOf(place, holder, groups);

  const standIns = () => rules.standIns.filter((pair) => !pair.some((person) => rules.gone.has(person)));

  /** The users who may decide on the seats in their holders' place, in the order of the seats; each person once. */
  function substitutes(place: number, seats: readonly Seat[]): string[] {
    const able = seats.flatMap((seat) =>
      standIns()
        .filter(([, principal]) => principal === seat.holder)
        .map(([substitute]) => substitute)
        .filter((person) => !seat.givers.has(person) && person !== SUBMITTER && !hasVote(place, person))
        .filter((person) => dutyAt(place, person, seat) === undefined),
    );
    return [...new Set(able)];
  }
  const askedOf = (place: number, seats: readonly Seat[]) => [
    ...holders(seats),
    ...substitutes(place, seats),
  ];
  const askedAt = (place: number) => askedOf(place, at(place).filter(waits));

  const isRequired =
    (place: number) =>
    ({ required }: Seat) =>
      required && ruleOf.get(place)?.approveBy !== "ALL";

  const isEnough = (place: number, counts: (seat: Seat) => boolean, seats = counting(place)) =>
    isComplete(ruleOf.get(place) ?? ANYBODY, state.groups.get(place) ?? [], seats, counts) &&
    seats.filter(counts).filter((seat) => !isRequired(place)(seat)).length >= (state.least.get(place) ?? 0);

  const goesOn = (place: number) => at(place).some(waits) && isEnough(place, mayAgree);

  function neededAt(place: number, seats = counting(place)): number {
    const byRule = neededApprovals(ruleOf.get(place) ?? ANYBODY, state.groups.get(place) ?? [], seats);
    const besides = seats.filter(isRequired(place)).length;
    return byRule === 0 ? 0 : Math.max(byRule, besides + (state.least.get(place) ?? 0));
  }

  /** Where somebody who took a seat of the place agreed, it needs as many as with the seats that it had (MEET-3). */
  function keepNeeded(place: number, before: number, takers = takersAt(place)): void {
    if (!bindNeeded(place, before, takers)) state.least.delete(place);
  }

  /** The same, where the number of an earlier change stays. @returns whether somebody had agreed */
  function bindNeeded(place: number, before: number, takers = takersAt(place)): boolean {
    const isBound = at(place).some(({ holder, verdict }) => {
      return verdict?.agrees === true && (takers.has(holder) || takers.has(verdict.by));
    });
    if (isBound) state.least.set(place, before - counting(place).filter(isRequired(place)).length);
    return isBound;
  }

  function end(outcome: "completed" | "rejected" | "recalled" | undefined, events: string[]): Prediction {
    if (outcome !== "completed") {
      const over = [state.active, ...state.queued];
      for (const place of over) if (place !== undefined) state.present.delete(place);
    }
    state.active = undefined;
    state.queued.clear();
    return { events, active: undefined, ...(outcome === undefined ? {} : { outcome }) };
  }

  function clear(place: number): void {
    for (const seat of allAt(place)) seat.verdict = undefined;
    state.least.delete(place);
  }

  const markersOf = (seats: readonly Seat[]) =>
    new Set(seats.flatMap(({ holder }) => rules.leftBy.get(holder) ?? []));
  /** Those who marked others of the stage as leavers since the submission (MEET-3). */
  const takersAt = (place: number) =>
    markersOf(at(place)).union(state.changers.get(place) ?? new Set<string>());

  /** The seats that wait: those of takers are out, and takers decide on the others for themselves alone. */
  function leaveOutTakers(place: number): void {
    const takers = takersAt(place);
    for (const seat of at(place).filter(waits)) {
      if (takers.has(seat.holder)) seat.out = TAKER;
      else seat.givers = seat.givers.union(takers);
    }
  }

  /**
   * Seats of the fallback approvers who may be asked beside the others; nobody is who marked anybody as a leaver.
   *
   * @param usedSeats - seats of fallback approvers that the stage had until now
   */
  function addFallback(place: number, usedSeats: readonly Seat[] = []): Seat[] {
    const takers = new Set(rules.leftBy.values());
    return rules.fallback.flatMap((person) => {
      const out = takers.has(person) ? TAKER : undefined;
      const ownSeat = at(place).find((seat) => seat.holder === person && seat.out === TAKER);
      const isAble = person !== SUBMITTER && !rules.gone.has(person);
      if (!isAble || (ownSeat ? out !== undefined : hasVote(place, person))) return [];
      if (dutyOf(place, person, []) !== undefined) return [];
      const idle = ownSeat ?? allAt(place).find((seat) => seat.holder === person && seat.out === UNUSED);
      const seat = idle ?? { ...seatFor(person), derived: true };
      if (idle === undefined) state.seats.set(place, [...allAt(place), seat]);
      else if (idle.out === UNUSED && !usedSeats.includes(idle)) seat.givers = new Set();
      seat.givers = seat.givers.union(takers);
      seat.out = out;
      return out === undefined ? [seat] : [];
    });
  }

  /**
   * The stage is asked; verdicts that an amendment left standing there stay.
   *
   * @returns the notifications beside the transition's event
   */
  function ask(place: number): string[] {
    if (!state.queued.delete(place)) clear(place);
    state.present.add(place);
    state.active = place;
    return resolve(place);
  }

  /** Leavers out, then separation of duties (PPL-5). A stage that nobody can decide waits (FIX-1). */
  function resolve(place: number): string[] {
    const usedSeats = at(place).filter(({ derived }) => derived);
    const before = neededAt(place);
    // Seats of fallback approvers are among those that can be taken.
    const takers = takersAt(place);
    leaveOut(place);
    keepNeeded(place, before, takers);
    if (!goesOn(place) && rules.onEmptyStage === "FALLBACK") addFallback(place, usedSeats);
    state.needed.set(place, neededAt(place));
    return goesOn(place) ? [] : ["UNASSIGNED>submitter"];
  }

  function leaveOut(place: number): void {
    const takers = takersAt(place);
    for (const seat of allAt(place).filter(({ verdict }) => verdict === undefined)) {
      const taker = takers.has(seat.holder) ? TAKER : undefined;
      const reason = rules.gone.has(seat.holder) ? LEFT : (dutyOf(place, seat.holder, seat.groups) ?? taker);
      seat.out = seat.derived ? UNUSED : reason;
      if (!seat.derived) seat.givers = seat.givers.union(takers);
    }
  }

  /** Refuses a submission where a stage can be known to be without those whom it needs (FIX-1). */
  function assertAttended(): void {
    for (const place of rules.onEmptyStage === "UNASSIGNED" ? [] : stages.keys()) {
      leaveOut(place);
      if (isEnough(place, mayAgree)) {
        const sure = counting(place).filter((seat) => !isEnough(place, (otherSeat) => otherSeat !== seat));
        for (const seat of sure) seat.verdict = { by: seat.holder, agrees: true };
      } else {
        if (rules.onEmptyStage === "FALLBACK") addFallback(place);
        if (!isEnough(place, mayAgree)) refuseUnattended();
      }
    }
    for (const place of stages.keys()) {
      state.seats.set(place, seatPeople(place, holders(allAt(place).filter(({ derived }) => !derived))));
    }
  }

  /** The stage is complete: the next one is asked, or the run ends. */
  function advance(events: string[]): Prediction {
    const next = state.queued.size === 0 ? undefined : Math.min(...state.queued);
    if (next === undefined) return end("completed", [...events, "COMPLETED>submitter"]);
    const further = ask(next);
    return goingOn([...events, `STAGE_ADVANCED>${askedAt(next).join(",")}`, ...further]);
  }

  function returnPlace(from: number, wantedPlace: number | "unknown" | undefined): number | undefined {
    if (rules.definition === undefined || wantedPlace === undefined) {
      return [...state.present].filter((place) => place < from).toSorted((left, right) => right - left)[0];
    }
    // Only a stage of the definition can be named, and one that somebody added has no name.
    if (wantedPlace === "unknown" || wantedPlace >= from || wantedPlace >= stages.length) {
      return refuse("Return stage not found");
    }
    if (!state.present.has(wantedPlace)) {
      state.seats.set(wantedPlace, seatPeople(wantedPlace, rules.definition[wantedPlace] ?? []));
      noteGroups(wantedPlace);
    }
    return at(wantedPlace).length === 0 ? undefined : wantedPlace;
  }

  /** The seat that the person decides. */
  function seatOf(place: number, person: string, isAgent: boolean): Seat {
    // Of a task that is over the model knows no seats: it may say who has decided, or what left the seat out.
    if (place !== state.active)
      return refuse(/cannot be updated|Already decided by|Separation of duties|seats themselves/u);
    const ownSeat = at(place).find(({ holder }) => holder === person);
    if (ownSeat && !waits(ownSeat)) return refuseSeats([ownSeat], person);
    const principals = new Set(
      standIns().flatMap(([substitute, principal]) => (substitute === person ? [principal] : [])),
    );
    const representedSeats = ownSeat
      ? [ownSeat]
      : at(place).filter(({ holder, givers }) => principals.has(holder) && !givers.has(person));
    const waitingSeats = representedSeats.filter(waits);
    const [first] = waitingSeats;
    if (first === undefined) return refuseSeats(representedSeats, person);
    if (!ownSeat && person === SUBMITTER)
      return refuse("A substitute who submitted the document may not decide");
    if (!ownSeat && hasVote(place, person)) return refuse("One person has one vote on a task");
    if (isAgent && !rules.agentsMayDecide) return refuse("Separation of duties: agentsMayDecide");
    const allowedSeat = waitingSeats.find((seat) => dutyAt(place, person, seat) === undefined);
    return allowedSeat ?? refuse(`Separation of duties: ${dutyAt(place, person, first)}`);
  }

  /** Refuses to ask the person at the place beside those who are; undefined: at a place of its own. */
  function assertAskable(place: number | undefined, person: string, groups: readonly string[] = []): void {
    if (person === SUBMITTER) refuse("Nobody is added who submitted the document");
    if (place !== undefined && hasVote(place, person)) refuse("The user is an approver of this task already");
    if (rules.gone.has(person)) refuse("has left the company");
    const duty = dutyOf(place ?? Number.NaN, person, groups);
    if (duty !== undefined) refuse(`Separation of duties: ${duty}`);
    if (place !== undefined && takersAt(place).has(person))
      refuse("The user changed this stage or took a seat of it");
  }

  function assertMayAdd(place: number, { actor, privileged, isAgent }: ModelActor, user: string): void {
    if (isAgent && !rules.agentsMayDecide) refuse("Separation of duties: agentsMayDecide");
    if (!isLive(place)) refuse(NO_TASK);
    refuseBarred(place, actor, groupsAt(place));
    const isApprover = place === state.active && holders(counting(place)).includes(actor);
    if (!privileged && !isApprover) refuse("Only an approver of the active task");
    if (user === actor) refuse("Nobody may add an approval for themselves");
  }

  /** The first of the places is asked again, the others wait. */
  function askAgain(places: readonly number[]): string[] {
    state.isReentered = true;
    for (const place of places) {
      state.queued.add(place);
      state.needed.delete(place);
    }
    return ask(Math.min(...places));
  }

  /** Without the verdicts of who changed the document or may not decide on it any more (SAFE-16). */
  function keepOthers(active: number, reachedPlaces: readonly number[], barredPeople: readonly string[]) {
    const isEditor = (person: string) => person === SUBMITTER || barredPeople.includes(person);
    const editorSeats = [...state.present]
      .flatMap(at)
      .filter(({ holder, verdict }) => verdict && (isEditor(holder) || isEditor(verdict.by)));
    for (const seat of editorSeats) seat.verdict = undefined;
    const incomplete = reachedPlaces.filter((place) => place !== active && !isEnough(place, agrees));
    if (incomplete.some((place) => place < active)) return askAgain([...incomplete, active]);
    // A stage that was approved before a return to an earlier one waits for its turn.
    for (const place of incomplete) {
      state.isReentered = true;
      state.queued.add(place);
      state.needed.delete(place);
    }
    const isOutdated = at(active).some(
      ({ holder, out }) => (out === "editorIds") !== barredPeople.includes(holder),
    );
    return editorSeats.length > 0 || isOutdated ? resolve(active) : [];
  }

  /** The active stage no longer waits for somebody who has left (PPL-5). */
  function release(place: number, person: string): string[] {
    const seat = at(place).find((candidate) => candidate.holder === person && waits(candidate));
    if (seat === undefined) return [];
    const waitingPeople = holders(at(place).filter(waits));
    const before = neededAt(place);
    seat.out = LEFT;
    leaveOutTakers(place);
    if (takersAt(place).size > 0) bindNeeded(place, before);
    const still = holders(at(place).filter(waits));
    const unassignedEvents = goesOn(place) ? [] : resolve(place);
    const people = askedOf(
      place,
      at(place).filter((candidate) => waits(candidate) && !still.includes(candidate.holder)),
    );
    const leftEvent = `APPROVER_LEFT>${[SUBMITTER, ...people].join(",")}`;
    return [leftEvent, ...lostAt(place, waitingPeople), ...unassignedEvents];
  }

  return {
    /** The place being asked, and the approvers who have not decided there yet. */
    waiting(): { place: number | undefined; people: string[] } {
      const { active: place } = state;
      return { place, people: place === undefined ? [] : holders(at(place).filter(waits)) };
    },
    /** Whether the person's verdict would be accepted. */
    mayDecide(person: string): boolean {
      try {
        return state.active !== undefined && waits(seatOf(state.active, person, false));
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
    /** The seats of each place as lines such as `0 ann APPROVED by zoe`. */
    seats(): string[] {
      return [...state.present]
        .toSorted((left, right) => left - right)
        .flatMap((place) => {
          const { approveBy, rejectBy } = ruleOf.get(place) ?? ANYBODY;
          const isNew = rejectBy === "UNREACHABLE" || (approveBy !== "ANY" && approveBy !== "ALL");
          const open = isLive(place) || !isNew ? "waits" : "NOT_NEEDED";
          return at(place).map(({ holder, out, verdict }) => {
            const givenVerdict = verdict && `${verdict.agrees ? "APPROVED" : "REJECTED"} by ${verdict.by}`;
            return `${place} ${holder} ${out === undefined ? (givenVerdict ?? open) : "out"}`;
          });
        });
    },
    submit: (): Prediction =>
      attempt(() => {
        // The rule of every stage is held against all its approvers before anybody is asked.
        if (![...stages.keys()].every((place) => isEnough(place, mayAgree))) refuseQuorum();
        assertAttended();
        const further = ask(0);
        return goingOn([`TASK_CREATED>${askedAt(0).join(",")}`, ...further]);
      }),
    cancel: (): Prediction => end(undefined, []),
    approve: (place: number, person: string, isAgent = false): Prediction =>
      attempt(() => {
        const seat = seatOf(place, person, isAgent);
        seat.verdict = { by: person, agrees: true };
        const events = [`APPROVED>${toldPeople(person, seat).join(",")}`];
        return isEnough(place, agrees) ? advance(events) : goingOn(events);
      }),
    reject: (
      place: number,
      person: string,
      wantedPlace: number | "unknown" | undefined,
      isAgent = false,
    ): Prediction =>
      attempt(() => {
        const seat = seatOf(place, person, isAgent);
        const target = returnPlace(place, wantedPlace);
        seat.verdict = { by: person, agrees: false };
        const recipients = toldPeople(person, seat);
        if (ruleOf.get(place)?.rejectBy === "UNREACHABLE") {
          const objections = [`OBJECTED>${recipients.join(",")}`];
          // Without somebody who has left the others may be enough.
          if (isEnough(place, agrees)) return advance(objections);
          if (isEnough(place, mayAgree)) return goingOn(objections);
        }
        if (target === undefined) return end("rejected", [`REJECTED>${recipients.join(",")}`]);
        clear(place);
        state.isReentered = true;
        if (rules.requeue) {
          // Seats that a setting made are made anew.
          state.seats.set(
            place,
            allAt(place).filter(({ derived }) => !derived),
          );
          for (const seat of allAt(place)) seat.out = undefined;
          state.needed.delete(place);
          state.queued.add(place);
        } else {
          state.present.delete(place);
        }
        const further = ask(target);
        return goingOn([`REJECTED>${[...recipients, ...askedAt(target)].join(",")}`, ...further]);
      }),
    /** By the submitter, who is an editor then (MEET-5). */
    amend: (policy: "ASK_AGAIN" | "KEEP_VERDICTS", editors: readonly string[]): Prediction =>
      attempt(() => {
        const { active } = state;
        if (active === undefined) return refuse(OVER);
        state.editors = [...editors, SUBMITTER];
        const waitedPeople = new Set(holders(at(active).filter(waits)));
        const reachedPlaces = [...state.present].filter((place) => !state.queued.has(place));
        const approvedPeople = holders([...state.present].flatMap((place) => at(place).filter(agrees)));
        if (policy === "ASK_AGAIN") for (const place of state.present) clear(place);
        const further =
          policy === "ASK_AGAIN" ? askAgain(reachedPlaces) : keepOthers(active, reachedPlaces, state.editors);
        const isReturned = policy === "ASK_AGAIN" || state.active !== active;
        const again = at(active).filter((seat) => waits(seat) && !waitedPeople.has(seat.holder));
        const people = isReturned
          ? askedAt(state.active ?? 0)
          : [...holders(counting(active)), ...substitutes(active, again)];
        const all = new Set([SUBMITTER, ...people, ...approvedPeople]);
        const lostEvents = state.active === active ? lostAt(active, [...waitedPeople]) : [];
        return goingOn([`AMENDED>${[...all].toSorted().join(",")}`, ...lostEvents, ...further]);
      }),
    recall: (person: string, isPrivileged: boolean): Prediction =>
      attempt(() => {
        if (state.active === undefined) return refuse(OVER);
        if (!isPrivileged && person !== SUBMITTER) refuse("Only the submitter or a privileged user");
        if (!isPrivileged && rules.recall === "NEVER") refuse("cannot be recalled");
        const isJudged = state.isReentered || [...state.seats.values()].flat().some(({ verdict }) => verdict);
        if (!isPrivileged && rules.recall === "UNTIL_FIRST_VERDICT" && isJudged) {
          refuse("cannot be recalled after the first verdict");
        }
        const reachedPlaces = [...state.present].filter((place) => !state.queued.has(place));
        const people = [SUBMITTER, ...holders(reachedPlaces.flatMap(counting))].filter(
          (reachedPerson) => reachedPerson !== person,
        );
        return end("recalled", [`RECALLED>${[...new Set(people)].toSorted().join(",")}`]);
      }),
    withdraw: (person: string): Prediction =>
      attempt(() => {
        const { active } = state;
        if (active === undefined) return refuse(/task not found|has been decided/u);
        const seat = at(active).find(({ verdict }) => verdict?.by === person);
        if (seat === undefined) return refuse("You have given no verdict on this stage");
        const waitingPeople = holders(at(active).filter(waits));
        seat.verdict = undefined;
        // A substitute may take back a verdict in the place of somebody who has left since.
        const further = rules.gone.has(seat.holder) ? release(active, seat.holder) : [];
        // Whoever marked others as leavers since does not decide again.
        const isTaker = waits(seat) && takersAt(active).has(seat.holder);
        const unassignedEvents = isTaker ? resolve(active) : [];
        if (!isTaker && takersAt(active).size > 0) {
          const before = neededAt(active);
          leaveOutTakers(active);
          keepNeeded(active, before);
        }
        const addedSeats = at(active).filter(
          (candidate) =>
            isTaker && waits(candidate) && candidate !== seat && !waitingPeople.includes(candidate.holder),
        );
        const people = [...toldPeople(person, seat), ...askedOf(active, addedSeats)];
        const releasedEvents = further.filter((event) => !event.startsWith("SEAT_LOST"));
        const events = [...releasedEvents, ...lostAt(active, waitingPeople), ...unassignedEvents];
        return goingOn([`VERDICT_WITHDRAWN>${people.join(",")}`, ...events]);
      }),
    reassign: (
      place: number,
      { actor, privileged, isAgent }: ModelActor,
      from: string,
      to: string,
    ): Prediction =>
      attempt(() => {
        if (isAgent && !rules.agentsMayDecide) refuse("Separation of duties: agentsMayDecide");
        if (!isLive(place)) refuse(NO_TASK);
        if (from !== actor && !privileged) refuse("Only the approver or a privileged user");
        const seat = at(place).find(({ holder }) => holder === from);
        if (seat === undefined) return refuse("There is no approval to reassign on this task");
        refuseBarred(place, actor, seat.groups);
        if (seat.out !== undefined && !privileged) refuse("Only a privileged user may reassign");
        if (seat.out === TAKER && from === actor) refuse("Nobody seats themselves");
        if (seat.verdict) refuse(`Already decided by ${seat.verdict.by}`);
        if (to === from || to === actor) refuse("toUserId: must be somebody else");
        if (seat.hops >= 5 && !rules.gone.has(from)) refuse("An approval is reassigned at most 5 times");
        assertAskable(place, to, seat.groups);
        seat.givers = seat.givers.union(takersAt(place)).union(new Set(from === actor ? [] : [actor]));
        seat.holder = to;
        seat.hops += 1;
        seat.addedBy = undefined;
        seat.out = undefined;
        const people = [SUBMITTER, from, ...(place === state.active ? askedOf(place, [seat]) : [to])];
        return goingOn([`REASSIGNED>${people.join(",")}`]);
      }),
    /** @returns the prediction, and the place that was added */
    add(
      place: number,
      by: ModelActor,
      user: string,
      position: "PARALLEL" | "AFTER",
    ): Prediction & { added?: number } {
      const later = [...state.seats.keys()].filter((otherPlace) => otherPlace > place);
      const addedPlace = later.length === 0 ? Math.floor(place) + 1 : (place + Math.min(...later)) / 2;
      const prediction = attempt(() => {
        assertMayAdd(place, by, user);
        if (position === "PARALLEL") {
          const seat = addedSeat(place, user, by);
          assertAskable(place, user, seat.groups);
          state.seats.set(place, [...allAt(place), seat]);
          const people = place === state.active ? askedOf(place, [seat]) : [user];
          return goingOn([`APPROVER_ADDED>${[SUBMITTER, user, ...people].join(",")}`]);
        }
        assertAskable(undefined, user);
        state.seats.set(addedPlace, [{ ...seatFor(user), givers: new Set([by.actor]), addedBy: by.actor }]);
        state.present.add(addedPlace);
        state.queued.add(addedPlace);
        return goingOn([`APPROVER_ADDED>${SUBMITTER},${user}`]);
      });
      return position === "AFTER" && !("refused" in prediction)
        ? { ...prediction, added: addedPlace }
        : prediction;
    },
    /** A row by hand notifies nobody (specification: `createWorkflowApproval`). */
    addRow: (place: number, by: ModelActor, user: string): Prediction =>
      attempt(() => {
        assertMayAdd(place, by, user);
        const seat = addedSeat(place, user, by);
        assertAskable(place, user, seat.groups);
        state.seats.set(place, [...allAt(place), seat]);
        return goingOn([]);
      }),
    /** Only a privileged user removes a row, and never so that fewer are needed than when it was asked (SAFE-13). */
    removeRow: (place: number, { actor, privileged, isAgent }: ModelActor, user: string): Prediction =>
      attempt(() => {
        if (isAgent && !rules.agentsMayDecide) refuse("Separation of duties: agentsMayDecide");
        if (!isLive(place)) refuse(NO_TASK);
        if (!privileged) refuse("Only a privileged user may remove an approval");
        const seat = at(place).find(({ holder }) => holder === user);
        refuseBarred(place, actor, seat?.groups ?? []);
        if (user === actor) refuse("Nobody may remove their own approval");
        const isOwn = seat?.addedBy === actor;
        if (!isOwn && hasVote(place, actor)) refuse("Nobody removes approvals from a stage that they decide");
        const isOpen = seat && !seat.verdict && (place !== state.active || seat.out === undefined);
        if (!isOpen) refuse("An approval with a verdict cannot be removed");
        const seatsLeft = counting(place).filter((candidate) => candidate !== seat);
        if (!seatsLeft.some(waits) || !isEnough(place, mayAgree, seatsLeft))
          refuse(/cannot be removed|would be left/u);
        const atLeast =
          state.needed.get(place) ??
          neededAt(
            place,
            counting(place).filter(({ required }) => !required),
          );
        const { approveBy } = ruleOf.get(place) ?? ANYBODY;
        const isSoftened = neededAt(place, seatsLeft) < Math.min(atLeast, neededAt(place));
        if (approveBy !== "ALL" && isSoftened) refuse("would be left");
        const markers = isOwn || seat === undefined ? new Set<string>() : markersOf([seat]);
        const neededBefore = neededAt(place);
        state.seats.set(
          place,
          allAt(place).filter((candidate) => candidate !== seat),
        );
        const takers = markers.union(new Set(isOwn ? [] : [actor]));
        for (const waitingSeat of at(place).filter(waits))
          waitingSeat.givers = waitingSeat.givers.union(takers);
        if (markers.size > 0) {
          state.changers.set(place, markers.union(state.changers.get(place) ?? new Set<string>()));
          bindNeeded(place, neededBefore);
        }
        return goingOn(place === state.active && seat?.out === undefined ? lostAt(place, [user]) : []);
      }),
    release: (person: string): Prediction =>
      attempt(() => (state.active === undefined ? refuse(OVER) : goingOn(release(state.active, person)))),
  };
}
