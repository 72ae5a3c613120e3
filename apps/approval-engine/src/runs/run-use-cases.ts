import type { EngineParts } from "../shared/feature.ts";
import { createAmendDocument } from "./amend-document.ts";
import { createCancelDocument } from "./cancel-document.ts";
import { createSeatUseCases } from "./change-seats.ts";
import { createDecideApproval } from "./decide-approval.ts";
import { createDecideMany } from "./decide-many.ts";
import {
  createHandleAmendCommand,
  createHandleCancelCommand,
  createHandleSubmitCommand,
  createRefuseSubmitCommand,
} from "./handle-commands.ts";
import { createNudge } from "./nudge.ts";
import { createRecallDocument } from "./recall-document.ts";
import { createReleaseAgain, createReleaseLeaver } from "./release-leaver.ts";
import { type SubmitDependencies, createSubmitDocument } from "./submit-document.ts";

/** Every change of runs, of documents of any owner. */
export function createRunUseCases(
  dependencies: SubmitDependencies & Pick<EngineParts, "transact" | "projector">,
) {
  return {
    submitDocument: createSubmitDocument(dependencies),
    decideApproval: createDecideApproval(dependencies),
    decideMany: createDecideMany(dependencies),
    cancelDocument: createCancelDocument(dependencies),
    amendDocument: createAmendDocument(dependencies),
    seats: createSeatUseCases(dependencies),
    recallDocument: createRecallDocument(dependencies),
    nudge: createNudge(dependencies),
    releaseLeaver: createReleaseLeaver(dependencies),
    releaseAgain: createReleaseAgain(dependencies),
    handleSubmitCommand: createHandleSubmitCommand(dependencies),
    refuseSubmitCommand: createRefuseSubmitCommand(dependencies),
    handleCancelCommand: createHandleCancelCommand(dependencies),
    handleAmendCommand: createHandleAmendCommand(dependencies),
    projector: dependencies.projector,
  };
}

export type RunUseCases = ReturnType<typeof createRunUseCases>;
