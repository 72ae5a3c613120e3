import type { PeopleContext, RunEvent } from "./commands.ts";
import { hasLeft } from "./people.ts";
import { hasVote, isActive, isWaiting, seatsOf } from "./run.ts";
import { eventOf } from "./steps.ts";
import type { Id, Run, Task } from "./types.ts";

/**
 * The event SEAT_LOST to those who could decide the active stage before a change of its seats, and have none there any more
 * (contract-4, MEET-3); none where nobody lost one, or the stage is no longer the active one.
 */
export function seatLostEvents(
  before: Run,
  run: Run,
  { id, stageName }: Task,
  actorId: Id | undefined,
  { people }: Pick<PeopleContext, "people">,
): RunEvent[] {
  const [earlierTask, is] = [before, run].map(({ tasks }) => tasks.find((task) => task.id === id));
  if (earlierTask === undefined || is === undefined || !isActive(earlierTask) || !isActive(is)) return [];
  const seats = seatsOf(run, id);
  const lostIds = seatsOf(before, id)
    .filter(isWaiting)
    .map(({ approverId }) => approverId)
    .filter((userId) => !hasVote(seats, userId) && !hasLeft(people, userId));
  if (lostIds.length === 0) return [];
  return [eventOf("SEAT_LOST", is, actorId, [...new Set(lostIds)], { stageName })];
}
