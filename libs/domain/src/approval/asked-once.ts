import { routeOf } from "../routing/route-of.ts";
import type { DecisionContext, SubmitCommand } from "./commands.ts";
import { tallyOf } from "./quorum.ts";
import type { Id, StageInput } from "./types.ts";

/**
 * The submission with each person in one of its stages, where nobody decides in two (`onePersonOneStage`). Whoever is asked
 * besides, and by a stage of the definition too, would decide before it and leave it without them: they are asked there
 * alone, and it needs their approval (contract-4, MEET-1, MEET-6).
 */
export function askedOnce(command: SubmitCommand, context: DecisionContext): SubmitCommand {
  const { stagesBefore = [], storedStages, dynamicStages, facts } = command;
  const { rules, people, content } = context;
  if (!rules.onePersonOneStage || stagesBefore.length === 0) return command;
  const definition = { stages: storedStages ?? dynamicStages ?? [], facts };
  const { stages: route } = routeOf(definition, { ...command, content }, people, rules, context);
  const askedIn = new Map(
    route.map(({ stage, task, namedSeats, addedSeats }) => {
      const seats = [...namedSeats, ...addedSeats].filter(({ leftOut }) => leftOut === undefined);
      return [stage, { task, seats }] as const;
    }),
  );
  const isAskedIn = (stage: StageInput, userId: Id) =>
    askedIn.get(stage)?.seats.some(({ approverId }) => approverId === userId) === true;
  const inOrder = definition.stages.toSorted((left, right) => left.order - right.order);
  const placeOf = new Map(
    stagesBefore
      .flatMap(({ approverIds }) => approverIds)
      .map((userId) => [userId, inOrder.find((stage) => isAskedIn(stage, userId))]),
  );
  const besides = stagesBefore.flatMap(({ approverIds, ...stage }) => {
    const otherIds = approverIds.filter((userId) => placeOf.get(userId) === undefined);
    return otherIds.length === 0 ? [] : [Object.assign(stage, { approverIds: otherIds })];
  });
  const withMoved = <S extends StageInput>(stage: S): S => {
    const movedIds = [...placeOf].filter(([, place]) => place === stage).map(([userId]) => userId);
    if (movedIds.length === 0) return stage;
    const { task, seats } = askedIn.get(stage)!;
    const otherSeats = seats
      .filter(({ approverId }) => !movedIds.includes(approverId))
      .map(({ groups = [] }) => ({ groups, status: "PENDING" as const }));
    // Where the others cannot complete it, it needs them anyway.
    const requiredIds = tallyOf(task, otherSeats).isReachable ? movedIds : [];
    return { ...stage, approverIds: [...new Set([...stage.approverIds, ...movedIds])], requiredIds };
  };
  return {
    ...command,
    stagesBefore: besides,
    storedStages: storedStages?.map(withMoved),
    dynamicStages: dynamicStages?.map(withMoved),
  };
}
