export { ladderInput } from "./inputs.ts";
export {
  laddersAmong,
  refuseLadders,
  refuseReferences,
  refuseTimeApproval,
  usersEscalatedTo,
} from "./refuse-ladders.ts";
export { shownLadder } from "./shown-ladder.ts";
