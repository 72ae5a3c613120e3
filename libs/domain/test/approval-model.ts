/** A stage by its place in the run; the model has places instead of records. */
export interface ModelStage {
  approveBy: "ANY" | "ALL";
  approvers: readonly string[];
}

/** The model's prediction for one command. */
export type Prediction =
  | { refused: string }
  | { events: string[]; outcome?: "completed" | "rejected"; active: number | undefined };

/**
 * A model of a run in other terms than the product's: a set of places still to be asked, the place being asked, and the
 * people who have agreed at each. It is small enough to be read against the specification.
 */
export function createModel(
  stages: readonly ModelStage[],
  rules: {
    requeue: boolean;
    /** The approvers that the stored workflow has now, by place; undefined for a dynamic run. */
    definition: readonly (readonly string[])[] | undefined;
  },
) {
  const asked = stages.map((stage) => new Set(stage.approvers));
  /** Places with a live or approved task. By the literal table, a place that rejected has none. */
  const present = new Set(stages.keys());
  const queued = new Set([...stages.keys()].slice(1));
  const agreed = stages.map(() => new Set<string>());
  let active: number | undefined = 0;

  const people = (place: number) => [...(asked[place] ?? [])].join(",");

  function end(outcome: "completed" | "rejected" | undefined, events: string[]): Prediction {
    active = undefined;
    queued.clear();
    return { events, active, ...(outcome === undefined ? {} : { outcome }) };
  }

  function ask(place: number, events: string[]): Prediction {
    queued.delete(place);
    present.add(place);
    agreed[place]?.clear();
    active = place;
    return { events, active };
  }

  function returnPlace(from: number, wanted: number | "unknown" | undefined): number | "refused" | undefined {
    if (rules.definition === undefined || wanted === undefined) {
      return [...present].filter((place) => place < from).toSorted((left, right) => right - left)[0];
    }
    if (wanted === "unknown" || wanted >= from) {
      return "refused";
    }
    if (!present.has(wanted)) {
      asked[wanted] = new Set(rules.definition[wanted]);
    }
    return asked[wanted]?.size === 0 ? undefined : wanted;
  }

  return {
    /** The place being asked, and the approvers who have not decided there yet. */
    waiting(): { place: number | undefined; people: string[] } {
      const place = active;
      if (place === undefined) return { place, people: [] };
      return { place, people: [...(asked[place] ?? [])].filter((person) => !agreed[place]?.has(person)) };
    },
    submit: (): Prediction => ({ events: [`TASK_CREATED>${people(0)}`], active }),
    cancel: (): Prediction => end(undefined, []),
    addByHand(person: string): void {
      if (active !== undefined) {
        asked[active]?.add(person);
      }
    },
    approve(place: number, person: string): Prediction {
      if (place !== active || !asked[place]?.has(person) || agreed[place]?.has(person)) {
        return { refused: "Approval not found or cannot be updated" };
      }
      agreed[place]?.add(person);
      const events = ["APPROVED>submitter"];
      if (stages[place]?.approveBy === "ALL" && (agreed[place]?.size ?? 0) < (asked[place]?.size ?? 0)) {
        return { events, active };
      }
      const next = queued.size === 0 ? undefined : Math.min(...queued);
      return next === undefined
        ? end("completed", [...events, "COMPLETED>submitter"])
        : ask(next, [...events, `STAGE_ADVANCED>${people(next)}`]);
    },
    reject(place: number, person: string, wanted: number | "unknown" | undefined): Prediction {
      if (place !== active || !asked[place]?.has(person) || agreed[place]?.has(person)) {
        return { refused: "Approval not found or cannot be updated" };
      }
      const target = returnPlace(place, wanted);
      if (target === "refused") {
        return { refused: "Return stage not found" };
      }
      if (target === undefined) {
        return end("rejected", ["REJECTED>submitter"]);
      }
      agreed[place]?.clear();
      if (rules.requeue) {
        queued.add(place);
      } else {
        present.delete(place);
      }
      return ask(target, [`REJECTED>submitter,${people(target)}`]);
    },
    amend(policy: "ASK_AGAIN" | "KEEP_VERDICTS"): Prediction {
      if (active === undefined) {
        return { refused: "There is no approval in progress for this document" };
      }
      const reached = [...present].filter((place) => !queued.has(place));
      const approvers = reached.flatMap((place) => [...(agreed[place] ?? [])]);
      if (policy === "ASK_AGAIN") {
        for (const place of reached) {
          queued.add(place);
          agreed[place]?.clear();
        }
        active = Math.min(...reached);
        queued.delete(active);
      }
      const told = new Set(["submitter", ...(asked[active] ?? []), ...approvers]);
      return { events: [`AMENDED>${[...told].toSorted().join(",")}`], active };
    },
  };
}
