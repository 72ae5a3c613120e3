/**
 * Gives as many seats as possible a place, the first ones rather than the last, each one of those that it may take: a
 * bipartite matching by augmenting paths. A seat keeps a place from then on, though not always the same one.
 *
 * @param placesOf - the places that a seat may take; those without room are passed over
 * @param room - how many seats each place takes
 * @returns the seats on each place, in the order of `room`
 */
export function matched<Seat, Place>(
  seats: readonly Seat[],
  placesOf: (seat: Seat) => readonly Place[],
  room: ReadonlyMap<Place, number>,
): Map<Place, Seat[]> {
  const taken = new Map([...room.keys()].map((place): [Place, Seat[]] => [place, []]));
  /** @param tried - where it has looked, and where it need not look */
  function put(seat: Seat, tried: Set<Place>): boolean {
    for (const place of placesOf(seat)) {
      const holders = taken.get(place);
      if (holders === undefined || tried.has(place)) continue;
      tried.add(place);
      if (holders.length < (room.get(place) ?? 0)) {
        holders.push(seat);
        return true;
      }
      const movable = holders.findIndex((holder) => put(holder, tried));
      if (movable !== -1) {
        holders[movable] = seat;
        return true;
      }
    }
    return false;
  }
  // From a place that a failed search has seen no seat can be moved to a free one, now or later.
  let closed: ReadonlySet<Place> = new Set();
  for (const seat of seats) {
    const tried = new Set(closed);
    if (!put(seat, tried)) closed = tried;
  }
  return taken;
}
