/**
 * Gives as many seats as possible a place, the first ones rather than the last, each one of those that it may take: a
 * bipartite matching by augmenting paths. A seat keeps a place from then on, though not always the same one.
 *
 * @param placesOf - the places that a seat may take; those without room are passed over
 * @param room - how many seats each place takes
 * @returns the seats on each place, in the order of `room`
 */
export function matchSeats<Seat, Place>(
  seats: readonly Seat[],
  placesOf: (seat: Seat) => readonly Place[],
  room: ReadonlyMap<Place, number>,
): Map<Place, Seat[]> {
  const takenPlaces = new Map([...room.keys()].map((place): [Place, Seat[]] => [place, []]));
  let free = room.values().reduce((sum, seatsOfPlace) => sum + seatsOfPlace, 0);
  /** @param triedPlaces - where it has looked, and where it need not look */
  function put(seat: Seat, triedPlaces: Set<Place>): boolean {
    const places = placesOf(seat);
    for (const place of places) {
      const holders = triedPlaces.has(place) ? undefined : takenPlaces.get(place);
      if (holders === undefined || holders.length >= (room.get(place) ?? 0)) continue;
      holders.push(seat);
      return true;
    }
    for (const place of places) {
      const holders = triedPlaces.has(place) ? undefined : takenPlaces.get(place);
      if (holders === undefined) continue;
      triedPlaces.add(place);
      const movable = holders.findIndex((holder) => put(holder, triedPlaces));
      if (movable === -1) continue;
      holders[movable] = seat;
      return true;
    }
    return false;
  }
  // From a place that a failed search has seen no seat can be moved to a free one, now or later.
  let closedPlaces: ReadonlySet<Place> = new Set();
  for (const seat of seats) {
    if (free === 0) break;
    const triedPlaces = new Set(closedPlaces);
    if (put(seat, triedPlaces)) free -= 1;
    else closedPlaces = triedPlaces;
  }
  return takenPlaces;
}
