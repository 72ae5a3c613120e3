import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import { type EngineParts, defineFeature } from "../shared/feature.ts";
import { createAmendDocument } from "./amend-document.ts";
import {
  createHandleAmendCommand,
  createHandleCancelCommand,
  createHandleSubmitCommand,
  createRefuseSubmitCommand,
} from "./handle-commands.ts";
import { RUN_INDEXES } from "./indexes.ts";
import { SDL } from "./inputs.ts";
import { LEAVER_INDEXES, createReleaseAgain, createReleaseLeaver, leaverWork } from "./leavers.ts";
import { createCloseRejected } from "./close-rejected.ts";
import { createCancelDocument, createNudge, createRecallDocument } from "./open-run.ts";
import { runRecovery } from "./run-recovery.ts";
import { createSeatUseCases } from "./seats.ts";
import { type SubmitDependencies, createSubmitDocument } from "./submit-document.ts";
import { createDecideApproval, createDecideMany } from "./verdict.ts";

/** Every change of runs, of documents of any owner. */
function createRunUseCases(dependencies: SubmitDependencies & Pick<EngineParts, "transact" | "projector">) {
  return {
    submitDocument: createSubmitDocument(dependencies),
    decideApproval: createDecideApproval(dependencies),
    decideMany: createDecideMany(dependencies),
    cancelDocument: createCancelDocument(dependencies),
    amendDocument: createAmendDocument(dependencies),
    seats: createSeatUseCases(dependencies),
    recallDocument: createRecallDocument(dependencies),
    nudge: createNudge(dependencies),
    closeRejected: createCloseRejected(dependencies),
    releaseLeaver: createReleaseLeaver(dependencies),
    releaseAgain: createReleaseAgain(dependencies),
    handleSubmitCommand: createHandleSubmitCommand(dependencies),
    refuseSubmitCommand: createRefuseSubmitCommand(dependencies),
    handleCancelCommand: createHandleCancelCommand(dependencies),
    handleAmendCommand: createHandleAmendCommand(dependencies),
    projector: dependencies.projector,
  };
}

type RunUseCases = ReturnType<typeof createRunUseCases>;

/** The part of an operation's context that the resolvers use. */
interface ResolverContext {
  caller: Caller;
  engine: RunUseCases;
}

/** Changes of a run: submission, verdicts, seats (specification, "Approve and reject"). */
const runResolvers: Resolvers<ResolverContext> = {
  Mutation: {
    newWorkflowTask: async (_, { input }, { caller, engine }) => {
      await engine.submitDocument(caller, { ...input, submitterId: caller.userId });
      return true;
    },
    updateWorkflowApprovalStatus: async (_, { input }, { caller, engine }) => {
      await engine.decideApproval(caller, input);
      return true;
    },
    decideMany: (_, { input }, { caller, engine }) => engine.decideMany(caller, input),
    reassignApproval: async (_, { input }, { caller, engine }) => {
      await engine.seats.reassign(caller, input);
      return true;
    },
    addApprover: async (_, { input }, { caller, engine }) => {
      await engine.seats.addApprover(caller, input);
      return true;
    },
    withdrawVerdict: async (_, { input }, { caller, engine }) => {
      await engine.seats.withdraw(caller, input);
      return true;
    },
    resolveAgain: async (_, input, { caller, engine }) => {
      await engine.seats.resolveAgain(caller, input);
      return true;
    },
    recallDocument: async (_, { input }, { caller, engine }) => {
      await engine.recallDocument(caller, input);
      return true;
    },
    closeRejected: async (_, { input }, { caller, engine }) => {
      await engine.closeRejected(caller, input);
      return true;
    },
    nudge: async (_, { input }, { caller, engine }) => {
      await engine.nudge(caller, input);
      return true;
    },
  },
};

/** Everything that happens in a run: start, decide, seats, amend, recall, archive (specification, "Approve and reject"). */
export const runsFeature = defineFeature({
  name: "runs",
  uses: [
    "approval-settings",
    "calendars",
    "definitions",
    "documents",
    "failed-submissions",
    "groups",
    "ladders",
    "limits",
    "rules",
    "substitutions",
    "thresholds",
  ],
  indexes: [...RUN_INDEXES, ...LEAVER_INDEXES],
  useCases: createRunUseCases,
  sdl: SDL,
  resolvers: runResolvers,
  start: async ({ engine }) => (engine as Pick<RunUseCases, "projector">).projector,
  dueWork: ({ engine, ...parts }) => {
    const { releaseAgain, projector } = engine as Pick<RunUseCases, "releaseAgain" | "projector">;
    return [leaverWork({ ...parts, releaseAgain }), runRecovery({ ...parts, projector })];
  },
});
