import { DomainError } from "@countersign/domain/errors";

/** One of the bounds on a place: at most `max` may be taken under the key at a time. */
export interface Share {
  key: string;
  max: number;
  /** Message of the refusal. */
  refusal: string;
}

/** Places that are bounded in several ways at once, such as per user and over all. */
export interface Places {
  /**
   * Takes one place under every share, or none.
   *
   * @returns gives the place back; further calls do nothing
   * @throws DomainError `TOO_MANY_REQUESTS` with the refusal of the first share that is used up
   */
  take(shares: readonly Share[]): () => void;
}

/** Creates places that are all free. Memory grows with the taken places, not with the keys ever seen. */
export function createPlaces(): Places {
  const takenPlaces = new Map<string, number>();
  const countOf = (key: string) => takenPlaces.get(key) ?? 0;
  return {
    take(shares) {
      const usedUp = shares.find(({ key, max }) => countOf(key) >= max);
      if (usedUp) throw new DomainError("TOO_MANY_REQUESTS", usedUp.refusal);
      for (const { key } of shares) takenPlaces.set(key, countOf(key) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        for (const { key } of shares) {
          const placesLeft = countOf(key) - 1;
          if (placesLeft === 0) takenPlaces.delete(key);
          else takenPlaces.set(key, placesLeft);
        }
      };
    },
  };
}
