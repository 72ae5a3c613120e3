import { finished } from "node:stream";

import { type OnLeaving, type VerifyToken, authPlugin, onExpiry } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { ReadingPace } from "@countersign/service-kit";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { AuditLog, AuditReadModel } from "../audit/index.ts";
import type { DefinitionReadModel } from "../definitions/index.ts";
import type { GroupReadModel } from "../groups/index.ts";
import type { RunReadModel } from "../inbox/index.ts";
import type { DocumentHit, SearchReadModel } from "../search/index.ts";
import type { DirectoryReadModel, User } from "../shared/directory-read-model.ts";
import type { Page } from "../shared/record-reader.ts";
import { type DownloadLimits, createDownloadSlots } from "./download-slots.ts";
import { filterOf } from "./download-filters.ts";
import {
  type AuditRow,
  type DocumentRow,
  type WithUser,
  auditRecordSheet,
  auditSheet,
  documentSheetOf,
  taskSheetOf,
  workflowSheet,
} from "./export-sheets.ts";
import type { KindLabels } from "../shared/kind-labels.ts";
import { ROWS_MAX, type Sheet, sheetOf, streamWorkbook } from "./xlsx-stream.ts";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Rows whose users are looked up with one command. */
const ROWS_PER_LOOKUP = 200;
/** 32 KB a second: a slow mobile connection. */
const SLOWEST_PACE: ReadingPace = { everyMs: 30_000, leastBytes: 960_000 };
/** Fastify's answer to HEAD would write the whole file and throw it away. */
const NO_HEAD = { exposeHeadRoute: false };

interface ReadModels {
  audit: AuditReadModel;
  definitions: DefinitionReadModel;
  directory: DirectoryReadModel;
  groups: GroupReadModel;
  runs: RunReadModel;
  search: SearchReadModel;
}

export interface ExportRoutesOptions {
  readModels: ReadModels;
  verify: VerifyToken;
  onLeaving: OnLeaving;
  /** Further downloads are refused. */
  downloads: DownloadLimits;
  /** Clients that read more slowly are cut off. Default 32 KB a second. */
  pace?: ReadingPace;
  kindLabels?: KindLabels;
}

/**
 * The XLSX downloads (specification, "REST"; contract-3, CON-14 and CON-18). They take the filters of `workflowPage`,
 * `workflowTaskPage`, `auditLogPage` and `documentSearch` as query parameters and show what the caller's page would show,
 * over all its pages. A download that is still written when its
 * token expires or the caller leaves is cut off, as subscriptions are (contract, "Identity"; contract-3, FIX-2).
 */
export async function exportRoutes(app: FastifyInstance, options: ExportRoutesOptions): Promise<void> {
  const { readModels, verify, onLeaving, downloads, pace = SLOWEST_PACE, kindLabels = new Map() } = options;
  const documentSheet = documentSheetOf(kindLabels);
  const { audit, definitions, directory, runs, search } = readModels;
  const taskSheet = taskSheetOf(kindLabels, (task) => runs.isOverdue(task));
  await app.register(authPlugin, { verify });
  app.addHook("preHandler", createDownloadSlots(downloads, pace));
  app.addHook("preHandler", endWithCaller(onLeaving));

  app.get("/api/workflow/download", NO_HEAD, async ({ principal, query }, reply) => {
    const { companyId } = principal;
    const filter = filterOf(query);
    await assertFits(definitions.workflowPage(companyId, filter));
    const workflows = definitions.streamWorkflows(companyId, filter);
    const rows = withUsers(directory, companyId, workflows, ({ createdBy }) => createdBy);
    return sendWorkbook(reply, "workflows.xlsx", sheetOf(workflowSheet, await beginRows(rows)));
  });

  app.get("/api/workflow/task/download", NO_HEAD, async ({ principal, query }, reply) => {
    const filter = filterOf(query);
    await assertFits(runs.taskPage(principal, filter));
    const tasks = runs.streamTasks(principal, filter);
    const rows = withUsers(directory, principal.companyId, tasks, ({ submitterId }) => submitterId);
    return sendWorkbook(reply, "workflow-tasks.xlsx", sheetOf(taskSheet, await beginRows(rows)));
  });

  app.get("/api/audit/download", NO_HEAD, async ({ principal, query }, reply) => {
    const filter = filterOf(query);
    assertHolds(await audit.fits(principal, filter, ROWS_MAX));
    // Both sheets end with the same change, whatever is written meanwhile.
    const now = new Date();
    const { until } = filter;
    const endedFilter = { ...filter, until: until instanceof Date && until < now ? until : now };
    const rows = auditRows(readModels, principal.companyId, audit.stream(principal, endedFilter));
    return sendWorkbook(
      reply,
      "audit.xlsx",
      sheetOf(auditSheet, await beginRows(rows)),
      sheetOf(auditRecordSheet, audit.stream(principal, endedFilter)),
    );
  });

  app.get("/api/documents/download", NO_HEAD, async ({ principal, query }, reply) => {
    const filter = filterOf(query);
    const isEverything = Object.keys(filter).length === 0;
    assertHolds(!isEverything || (await search.fits(principal, ROWS_MAX)));
    const rows = documentRows(directory, principal.companyId, search.stream(principal, filter));
    return sendWorkbook(reply, "documents.xlsx", sheetOf(documentSheet, await beginRows(rows)));
  });
}

function endWithCaller(onLeaving: OnLeaving) {
  return async ({ principal }: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    const cut = () => void raw.destroy();
    const forget = [onExpiry(principal, cut), onLeaving(principal, cut)];
    finished(raw, () => {
      for (const end of forget) end();
    });
  };
}

/** @throws DomainError `INVALID_INPUT` when more rows match than a sheet can hold */
async function assertFits(page: Page<unknown>): Promise<void> {
  assertHolds((await page.total()) <= ROWS_MAX);
}

function assertHolds(isWithin: boolean): void {
  if (!isWithin) throw new DomainError("INVALID_INPUT", text("input.tooManyRows", { maximum: ROWS_MAX }));
}

/** The users with these ids. */
async function usersOf(
  { usersByIds }: Pick<DirectoryReadModel, "usersByIds">,
  companyId: string,
  ids: readonly (string | undefined)[],
): Promise<(id: string | undefined) => User | null> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const users = await usersByIds(companyId, distinct);
  const byId = new Map(distinct.map((id, index) => [id, users[index] ?? null]));
  return (id) => (id === undefined ? null : (byId.get(id) ?? null));
}

async function* auditRows(
  { audit, directory, groups }: Pick<ReadModels, "audit" | "directory" | "groups">,
  companyId: string,
  logs: AsyncIterable<AuditLog>,
): AsyncGenerator<AuditRow> {
  for await (const chunk of chunksOf(logs, ROWS_PER_LOOKUP)) {
    const documents = await audit.documentsOf(companyId, chunk);
    const changes = await audit.changesOf(companyId, chunk, documents);
    const user = await usersOf(directory, companyId, [
      ...chunk.map(({ actorId }) => actorId),
      ...documents.map((document) => document?.forUserId),
      ...changes.map(({ seat }) => seat?.reasonUserId),
    ]);
    const groupIds = [...new Set(changes.flatMap(({ seat }) => seat?.reasonGroupId ?? []))];
    const namedGroups = await groups.groupsByIds(companyId, groupIds);
    const groupNames = new Map(groupIds.map((id, at) => [id, namedGroups[at]?.name]));
    for (const [at, log] of chunk.entries()) {
      const document = documents[at] ?? null;
      const change = changes[at]!;
      const { reasonUserId, reasonGroupId = "" } = change.seat ?? {};
      const giver = user(reasonUserId)?.name ?? groupNames.get(reasonGroupId);
      yield {
        log,
        document,
        ...change,
        giver,
        actor: user(log.actorId),
        principal: user(document?.forUserId),
      };
    }
  }
}

async function* documentRows(
  directory: DirectoryReadModel,
  companyId: string,
  hits: AsyncIterable<DocumentHit>,
): AsyncGenerator<DocumentRow> {
  for await (const chunk of chunksOf(hits, ROWS_PER_LOOKUP)) {
    const namedIds = chunk.flatMap(({ submitterId, holderIds }) => [submitterId, ...holderIds]);
    const user = await usersOf(directory, companyId, namedIds);
    for (const hit of chunk) {
      const holders = hit.holderIds.map((id) => user(id)?.name ?? id);
      yield { hit, submitter: user(hit.submitterId), holders };
    }
  }
}

async function* withUsers<R>(
  directory: Pick<DirectoryReadModel, "usersByIds">,
  companyId: string,
  records: AsyncIterable<R>,
  userIdOf: (record: R) => string | undefined,
): AsyncGenerator<WithUser<R>> {
  for await (const chunk of chunksOf(records, ROWS_PER_LOOKUP)) {
    const user = await usersOf(directory, companyId, chunk.map(userIdOf));
    for (const record of chunk) yield { record, user: user(userIdOf(record)) };
  }
}

async function* chunksOf<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of source) {
    chunk.push(item);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * The same rows, after reading the first: an outage by then is answered instead of the file, a later one cuts the
 * connection.
 */
async function beginRows<T>(rows: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = rows[Symbol.asyncIterator]();
  return resumeRows(await iterator.next(), iterator);
}

async function* resumeRows<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value;
  } finally {
    await iterator.return?.();
  }
}

function sendWorkbook(reply: FastifyReply, fileName: string, ...sheets: readonly Sheet[]): FastifyReply {
  return reply
    .type(XLSX_TYPE)
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "no-store")
    .send(streamWorkbook(...sheets));
}
