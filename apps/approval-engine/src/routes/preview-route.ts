import type { KindRegistry } from "@countersign/contracts";
import { type ApprovalRules, type Id, calendarFor, endAfter, stagesOf } from "@countersign/domain/approval";
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

import { type NamedPerson, namedApprovers, namedEditors, settingsOf } from "../approval-settings/index.ts";
import { type StoredVersion, draftStages, readVersion } from "../definitions/index.ts";
import {
  type RunContext,
  contentOf,
  factsBeside,
  followedDefinition,
  refuseStageLadders,
  submissionContext,
  toRunDocument,
} from "../runs/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type PreviewRouteInput, previewRouteInputOf } from "./inputs.ts";
import { type ShownRoute, shownStage } from "./shown-route.ts";

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
    const askedRoute = parseInput(previewRouteInput, input);
    const { submitterId = caller.userId } = askedRoute;
    if (submitterId !== caller.userId && !seesEverything(caller)) {
      throw new DomainError("FORBIDDEN", text("route.notYours"), { field: "submitterId" });
    }
    return shownRoute(await transact((scope) => readPreview(scope, caller, { ...askedRoute, submitterId })));
  };
}

/** The people whom a submission would name (contract-3, OPS-1). */
const namedIn = ({
  submitterId,
  document,
  dynamicStages = [],
}: Asked & { submitterId: Id }): NamedPerson[] => [
  { field: "submitterId", userId: submitterId },
  ...namedEditors(document),
  ...dynamicStages.flatMap((stage, index) => namedApprovers(`dynamicStages.${index}.`, stage)),
];

type Preview = Awaited<ReturnType<typeof readPreview>>;

/** Everything that the route depends on. */
async function readPreview(scope: TransactionScope, caller: Caller, askedRoute: Asked & { submitterId: Id }) {
  const { companyId } = caller;
  const { kind, submitterId, document, asPerson = false } = askedRoute;
  const rules = await settingsOf(scope, companyId);
  const { workflowId, version, stages, facts } = await definitionOf(scope, companyId, {
    ...askedRoute,
    rules,
  });
  const content = contentOf(document ?? {}, asPerson ? "PERSON" : "OWNER");
  const at = timeOf(askedRoute, scope);
  const context = await submissionContext({ ...scope, now: at }, companyId, {
    stages,
    submitterId,
    kind,
    content,
    actor: caller,
    named: namedIn(askedRoute),
    returnRequeue: true,
  });
  const agentPrincipalIds = caller.isAgent ? [caller.userId] : undefined;
  const submission = { kind, submitterId, workflowId };
  const first = document && toRunDocument({ ...document, revision: 1 });
  return {
    version,
    definition: { stages, facts },
    document: defined<RoutedDocument>({ ...submission, document: first, content, agentPrincipalIds }),
    context,
    at,
  };
}

/** The time of a preview: of what is over nobody keeps enough to say it again. */
const timeOf = ({ at }: Asked, { now }: TransactionScope): Date => (at !== undefined && at > now ? at : now);

/** The stages that a submission would follow, checked as it checks them, and the facts that their conditions may read. */
async function definitionOf(
  scope: TransactionScope,
  companyId: Id,
  {
    kind,
    submitterId,
    version,
    document,
    rules,
    asPerson = false,
    ...askedRoute
  }: Asked & { submitterId: Id; rules: ApprovalRules },
): Promise<PreviewedVersion> {
  const dynamicStages = askedRoute.dynamicStages && draftStages(askedRoute.dynamicStages, []);
  await refuseStageLadders(scope, companyId, dynamicStages);
  const { workflowId: namedId } = askedRoute;
  const starting = { kind, submitterId, byOwner: !asPerson, document, dynamicStages, workflowId: namedId };
  const storedDefinition =
    namedId === undefined || (asPerson && version === undefined)
      ? await followedDefinition(scope, companyId, starting)
      : await storedOf(scope, companyId, { workflowId: namedId, version });
  const { workflowId = namedId } = storedDefinition ?? {};
  const facts = storedDefinition?.facts ?? askedRoute.facts ?? factsBeside(dynamicStages ?? [], document);
  const submission = { type: "submit", refId: "", kind, submitterId, workflowId, dynamicStages } as const;
  const stages = stagesOf(
    { ...submission, facts, storedStages: storedDefinition?.stages },
    { ...scope, rules },
  );
  return defined<PreviewedVersion>({ workflowId, stages, facts, version: storedDefinition?.version });
}

interface PreviewedVersion extends RoutedVersion {
  workflowId?: Id;
  version?: number;
}

async function storedOf(
  scope: TransactionScope,
  companyId: Id,
  { workflowId, version }: { workflowId: Id; version: number | undefined },
): Promise<StoredVersion & { workflowId: Id }> {
  const foundVersion = await readVersion(scope, companyId, { workflowId, version });
  if (foundVersion !== undefined) return { workflowId, ...foundVersion };
  if (version === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
  throw new DomainError("NOT_FOUND", text("missing.version"), { field: "version" });
}

function shownRoute({ version, definition, document, context, at }: Preview): ShownRoute {
  const { people, rules } = context;
  const route = routeOf(definition, document, people, rules, context);
  const first = route.stages.find(({ included }) => included);
  return defined<ShownRoute>({
    workflowId: document.workflowId,
    version,
    warnings: routeWarnings(route, definition, context),
    stages: route.stages.map((stage) => {
      const seats = stage.included ? seatsOnRoute(stage, document, context) : [];
      // When later ones are asked, and so when they are due, is not known.
      return shownStage(stage, seats, stage === first ? dueAtOf(stage, at, context) : undefined);
    }),
  });
}

/** When the stage is due if it is asked at a time; nothing where it never is. */
function dueAtOf(
  { stage: { ladder } }: RouteStage,
  at: Date,
  { calendars = { byId: new Map() } }: RunContext,
): Date | undefined {
  if (ladder?.dueIn === undefined) return undefined;
  const { calendar } = calendarFor(ladder, calendars) ?? {};
  const dueMs = endAfter(calendar, at.getTime(), ladder.dueIn);
  return dueMs === undefined ? undefined : new Date(dueMs);
}
