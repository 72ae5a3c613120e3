/** A rule and its place among the others: the lowest is asked first. */
export interface Placed {
  id: string;
  order?: number | null | undefined;
}

/** Leaves room between two rules. */
const STEP = 10;

/**
 * The rules that get another place, so that all are asked in the order of a list.
 *
 * @param rules - in the wanted order; all but the moved one stood in it before
 * @param index - of the moved one: if there is room, it alone gets another place
 */
export function placesFor(rules: readonly Placed[], index: number): { id: string; order: number }[] {
  const others = rules.toSpliced(index, 1).map(({ order }) => order ?? 0);
  const isAscending = others.every((order, place) => order > (others[place - 1] ?? 0));
  const order = isAscending ? between(others[index - 1] ?? 0, others[index]) : undefined;
  if (order !== undefined) return [{ id: rules[index]!.id, order }];
  return rules
    .map(({ id, order: before }, place) => ({ id, before, order: (place + 1) * STEP }))
    .filter(({ before, order: after }) => before !== after)
    .map(({ id, order: after }) => ({ id, order: after }));
}

function between(after: number, before: number | undefined): number | undefined {
  if (before === undefined) return after + STEP;
  return before - after < 2 ? undefined : Math.floor((after + before) / 2);
}
