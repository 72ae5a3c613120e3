/** Those who have connected and not said who they are. */
export interface WaitingRoom {
  /**
   * Takes a newcomer in. In a full room whoever has waited longest makes place: honest clients stay for one round trip,
   * so a crowd that only waits keeps nobody out.
   *
   * @param turnAway called when the newcomer has to make place
   * @returns to be called when it leaves; more than once does no harm
   */
  enter(address: string, turnAway: () => void): () => void;
}

interface Guest {
  address: string;
  turnAway: () => void;
}

/** @param options.max places in all, and `maxPerAddress` for one address */
export function createWaitingRoom({
  max,
  maxPerAddress,
}: {
  max: number;
  maxPerAddress: number;
}): WaitingRoom {
  const guests = new Set<Guest>();
  const guestsFrom = new Map<string, Set<Guest>>();

  function leave(guest: Guest): void {
    const neighbours = guestsFrom.get(guest.address);
    guests.delete(guest);
    neighbours?.delete(guest);
    if (neighbours?.size === 0) guestsFrom.delete(guest.address);
  }

  function makePlaceAmong(crowd: ReadonlySet<Guest>): void {
    const [longest] = crowd;
    if (longest === undefined) return;
    leave(longest);
    longest.turnAway();
  }

  return {
    enter: (address, turnAway) => {
      const neighbours = guestsFrom.get(address) ?? new Set();
      if (neighbours.size >= maxPerAddress) makePlaceAmong(neighbours);
      else if (guests.size >= max) makePlaceAmong(guests);
      const guest = { address, turnAway };
      guests.add(guest);
      guestsFrom.set(address, neighbours.add(guest));
      return () => leave(guest);
    },
  };
}
