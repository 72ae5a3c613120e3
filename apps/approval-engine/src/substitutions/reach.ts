import type { Substitution } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";

/**
 * The most people and places that one person may represent at a time. An inbox merges one index range for each of them
 * and for the user's own places; MongoDB merges at most 200.
 */
export const REACH = { principals: 50, places: 150 } as const;

type Place = Pick<Substitution, "principalId" | "kinds" | "fromMs" | "untilMs">;

/**
 * Refuses a substitution with which its substitute would stand in for too many people at an instant.
 *
 * @param otherPlaces - the same substitute's that may hold in the window; revoked ones left out
 * @throws DomainError `CONFLICT`
 */
export function assertWithinReach(wantedPlace: Place, otherPlaces: readonly Place[]): void {
  // The most are held where one begins.
  const beginnings = [wantedPlace, ...otherPlaces].map(({ fromMs }) => Math.max(fromMs, wantedPlace.fromMs));
  for (const ms of new Set(beginnings.filter((ms) => ms < wantedPlace.untilMs))) {
    const heldPlaces = [wantedPlace, ...otherPlaces].filter(
      ({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs,
    );
    const principals = new Set(heldPlaces.map(({ principalId }) => principalId)).size;
    const places = heldPlaces.reduce((sum, { kinds }) => sum + Math.max(kinds.length, 1), 0);
    if (principals > REACH.principals)
      refuse(text("substitution.tooManyPeople", { maximum: REACH.principals }));
    if (places > REACH.places) refuse(text("substitution.tooManyKinds", { maximum: REACH.places }));
  }
}

function refuse(why: Text): never {
  throw new DomainError("CONFLICT", why, { field: "substituteId" });
}
