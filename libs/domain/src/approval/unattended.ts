import { type Text, text } from "@countersign/texts";

import { DomainError } from "../errors/index.ts";
import type { Route, RouteStage } from "../routing/route-of.ts";
import type { PeopleContext } from "./commands.ts";
import { type People, nameIn } from "./people.ts";
import { isWaiting } from "./run.ts";
import { stageNamed } from "./stage-name.ts";
import type { Approval, Id, LeftOut, Task } from "./types.ts";

/** The facts that describe a stage without anybody to decide. */
type Place = Pick<Task, "stageName" | "submitterId" | "sourceFaults">;
/** Fields of a seat that {@link unattendedText} looks at. */
export type DescribedSeat = Pick<Approval, "approverId" | "leftOut" | "status" | "archived">;

/** Reasons in one text; the others are counted. */
const MAX_REASONS = 5;

/**
 * Why nobody can complete a stage (contract-3, FIX-1, SRC-1), such as `Stage "HR" has nobody who can decide: Helen Ortiz has left`.
 *
 * @param seats - those of the stage, with why each was left out
 * @param nameOf - the name of a user, for people who read it
 */
export function unattendedText(
  { stageName, sourceFaults = [], ...task }: Place,
  seats: readonly DescribedSeat[],
  nameOf: (userId: Id) => string,
): Text {
  const stage = stageNamed(stageName);
  if (seats.length === 0 && sourceFaults.length === 0) return text("unattended.empty", { stage });
  const isSomebodyLeft = seats.some((seat) => seat.leftOut === undefined && isWaiting(seat));
  const fault = isSomebodyLeft ? "quorum" : "nobody";
  const leftOut = seats.flatMap(({ approverId, leftOut: reason }) =>
    reason === undefined ? [] : [reasonText(reason, approverId, { ...task, name: nameOf(approverId) })],
  );
  const reasons = [...leftOut, ...sourceFaults];
  if (reasons.length === 0) return text(`unattended.${fault}`, { stage });
  const otherCount = reasons.length - MAX_REASONS;
  const otherReasons = otherCount > 0 ? [text("part.others", { count: otherCount })] : [];
  return text(`unattended.${fault}Because`, {
    stage,
    people: [...reasons.slice(0, MAX_REASONS), ...otherReasons],
  });
}

interface LeftOutPerson extends Pick<Task, "submitterId"> {
  name: string;
}

function reasonText(reason: LeftOut, userId: Id, { submitterId, name }: LeftOutPerson): Text {
  if (reason !== "submitterNeverDecides") return text(`leftOut.${reason}`, { name });
  return userId === submitterId ? text("leftOut.SUBMITTER", { name }) : text("leftOut.BENEFICIARY", { name });
}

/**
 * Refuses a submission with a stage that nobody will be able to decide, as far as its route knows.
 *
 * @throws DomainError `CONFLICT`, unless the company's stages may wait for somebody to be named (`onEmptyStage`)
 */
export function assertAttended({ stages }: Route, { rules, people }: PeopleContext): void {
  if (rules.onEmptyStage === "UNASSIGNED") return;
  const unattendedStage = stages.find(({ fault }) => fault !== undefined);
  if (unattendedStage === undefined) return;
  throw new DomainError("CONFLICT", unattendedOnRoute(unattendedStage, people));
}

/** Why nobody can complete a stage of a route: the reason of the refusal, and of the preview that says it before. */
export function unattendedOnRoute(
  { task, namedSeats, addedSeats, faults }: RouteStage,
  people: People,
): Text {
  const sourcedSeats = task.sources === undefined ? [] : addedSeats;
  const askedSeats = sourcedSeats.map((seat) =>
    Object.assign({ status: "PENDING", archived: false } as const, seat),
  );
  const place = { ...task, ...(faults && { sourceFaults: faults }) };
  return unattendedText(place, [...namedSeats, ...askedSeats], (id) => nameIn(people, id));
}
