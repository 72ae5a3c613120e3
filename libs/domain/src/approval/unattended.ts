import { DomainError } from "../errors/index.ts";
import type { Route } from "../routing/route-of.ts";
import type { PeopleContext } from "./commands.ts";
import { nameIn } from "./people.ts";
import { isWaiting } from "./run.ts";
import type { Approval, Id, LeftOut, Task } from "./types.ts";

/** The facts that describe a stage without anybody to decide. */
type Place = Pick<Task, "stageName" | "submitterId">;
type DescribedSeat = Pick<Approval, "approverId" | "leftOut" | "status" | "archived">;

/** Reasons in one text; the others are counted. */
const MAX_REASONS = 5;

/**
 * Why nobody can complete a stage (contract-3, FIX-1), such as `Stage "HR" has nobody who can decide: Helen Ortiz has left`.
 *
 * @param seats - those of the stage, with why each was left out
 * @param nameOf - the name of a user, for people who read it
 */
export function unattendedText(
  { stageName, ...task }: Place,
  seats: readonly DescribedSeat[],
  nameOf: (userId: Id) => string,
): string {
  const stage = `Stage "${stageName}"`;
  if (seats.length === 0) return `${stage} has no approvers`;
  const isSomebodyLeft = seats.some((seat) => seat.leftOut === undefined && isWaiting(seat));
  const fault = isSomebodyLeft ? "cannot reach its quorum" : "has nobody who can decide";
  const leftOut = seats.flatMap(({ approverId, leftOut: reason }) =>
    reason === undefined ? [] : [`${nameOf(approverId)} ${reasonText(reason, approverId, task)}`],
  );
  if (leftOut.length === 0) return `${stage} ${fault}`;
  const others = leftOut.length - MAX_REASONS;
  const shown = others > 0 ? [...leftOut.slice(0, MAX_REASONS), `${others} others`] : leftOut;
  return `${stage} ${fault}: ${shown.join("; ")}`;
}

function reasonText(reason: LeftOut, userId: Id, { submitterId }: Pick<Task, "submitterId">): string {
  switch (reason) {
    case "INACTIVE":
      return "has left";
    case "SUBMITTER":
      return "submitted the document";
    case "submitterNeverDecides":
      return userId === submitterId ? "submitted the document" : "is the person it is about";
    case "onePersonOneStage":
      return "decides another stage";
    case "exclusiveGroups":
      return "has groups that exclude each other";
    case "editorIds":
      return "changed the document";
    case "agent":
      return "let an agent submit it";
    case "agentsMayDecide":
      return "is an agent";
    default:
      return reason satisfies never;
  }
}

/**
 * Refuses a submission with a stage that nobody will be able to decide, as far as its route knows.
 *
 * @throws DomainError `CONFLICT`, unless the company's stages may wait for somebody to be named (`onEmptyStage`)
 */
export function assertAttended({ stages }: Route, { rules, people }: PeopleContext): void {
  if (rules.onEmptyStage === "UNASSIGNED") return;
  const unattended = stages.find(({ fault }) => fault !== undefined);
  if (unattended === undefined) return;
  const { task, named } = unattended;
  throw new DomainError(
    "CONFLICT",
    unattendedText(task, named, (id) => nameIn(people, id)),
  );
}
