import type { KindRegistry } from "@countersign/contracts";
import { type Id, stagesOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type RouteStage,
  type RoutedDocument,
  type RoutedVersion,
  routeOf,
  routeWarnings,
  seatsOnRoute,
} from "@countersign/domain/routing";
import { defined } from "@countersign/domain/defined";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { type StoredVersion, draftStages, readVersion } from "../definitions/index.ts";
import { contentOf, factsBeside, submissionContext } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type PreviewRouteInput, previewRouteInputOf } from "./inputs.ts";
import type { ShownRoute, ShownStage } from "./shown-route.ts";

type Asked = z.output<ReturnType<typeof previewRouteInputOf>>;

/**
 * `previewRoute`: the way that a document would take, by the rules of a submission (contract-3, ROUTE-2). It is read in a
 * transaction, writes nothing, and is judged outside of it.
 *
 * @throws DomainError `INVALID_INPUT`, also for a definition that refuses every submission; `FORBIDDEN` for somebody else's
 *   document, and for leavers; `WORKFLOW_NOT_FOUND`; `NOT_FOUND` for a version that the workflow does not have
 */
export function createPreviewRoute({ kinds, transact }: { kinds: KindRegistry; transact: Transact }) {
  const previewRouteInput = previewRouteInputOf(kinds);
  return async (caller: Caller, input: PreviewRouteInput): Promise<ShownRoute> => {
    const asked = parseInput(previewRouteInput, input);
    const { submitterId = caller.userId } = asked;
    if (submitterId !== caller.userId && !caller.privileged) {
      throw new DomainError("FORBIDDEN", text("route.notYours"), { field: "submitterId" });
    }
    return shown(await transact((scope) => readPreview(scope, caller, { ...asked, submitterId })));
  };
}

type Preview = Awaited<ReturnType<typeof readPreview>>;

/** Everything that the route depends on. */
async function readPreview(scope: TransactionScope, caller: Caller, asked: Asked & { submitterId: Id }) {
  const { companyId } = caller;
  const { kind, submitterId, workflowId, document, asPerson = false } = asked;
  const { version, stages, facts } = await definitionOf(scope, companyId, asked);
  const content = contentOf(document ?? {}, asPerson ? "PERSON" : "OWNER");
  const context = await submissionContext({ ...scope, now: timeOf(asked, scope) }, companyId, {
    stages,
    submitterId,
    kind,
    content,
    actor: caller,
    named: [],
    returnRequeue: true,
  });
  const agentPrincipalIds = caller.isAgent ? [caller.userId] : undefined;
  return {
    version,
    definition: { stages, facts },
    document: defined<RoutedDocument>({ kind, submitterId, workflowId, content, agentPrincipalIds }),
    context,
  };
}

/** The time of a preview: of what is over nobody keeps enough to say it again. */
const timeOf = ({ at }: Asked, { now }: TransactionScope): Date => (at !== undefined && at > now ? at : now);

/** The stages that a submission would follow, checked as it checks them, and the facts that their conditions may read. */
async function definitionOf(
  scope: TransactionScope,
  companyId: Id,
  { kind, submitterId, workflowId, version, document, ...asked }: Asked & { submitterId: Id },
): Promise<RoutedVersion & { version?: number }> {
  const dynamicStages = asked.dynamicStages && draftStages(asked.dynamicStages, []);
  const stored =
    workflowId === undefined ? undefined : await storedOf(scope, companyId, { workflowId, version });
  const facts = stored?.facts ?? asked.facts ?? factsBeside(dynamicStages ?? [], document);
  const submission = { type: "submit", refId: "", kind, submitterId, workflowId, dynamicStages } as const;
  const stages = stagesOf({ ...submission, facts, storedStages: stored?.stages }, scope);
  return defined<RoutedVersion & { version?: number }>({ stages, facts, version: stored?.version });
}

async function storedOf(
  scope: TransactionScope,
  companyId: Id,
  { workflowId, version }: { workflowId: Id; version: number | undefined },
): Promise<StoredVersion> {
  const found = await readVersion(scope, companyId, { workflowId, version });
  if (found !== undefined) return found;
  if (version === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
  throw new DomainError("NOT_FOUND", text("missing.version"), { field: "version" });
}

function shown({ version, definition, document, context }: Preview): ShownRoute {
  const { people, rules } = context;
  const route = routeOf(definition, document, people, rules, context);
  return defined<ShownRoute>({
    workflowId: document.workflowId,
    version,
    warnings: routeWarnings(route, definition, context),
    stages: route.stages.map((stage) =>
      shownStage(stage, stage.included ? seatsOnRoute(stage, document, context) : []),
    ),
  });
}

function shownStage({ stage, included, reason, values }: RouteStage, seats: ShownStage["seats"]): ShownStage {
  const { stageId, key, name, order, when } = stage;
  return defined<ShownStage>({ stageId, key, name, order, included, reason, when, values, seats });
}
