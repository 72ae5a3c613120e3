import { finished } from "node:stream";

import { type OnLeaving, type VerifyToken, authPlugin, onExpiry } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { ReadingPace } from "@countersign/service-kit";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { DefinitionReadModel } from "../definitions/index.ts";
import type { RunReadModel } from "../inbox/index.ts";
import type { DirectoryReadModel } from "../shared/directory-read-model.ts";
import type { Page } from "../shared/record-reader.ts";
import { type DownloadLimits, createDownloadSlots } from "./download-slots.ts";
import { type WithUser, taskSheetOf, workflowSheet } from "./export-sheets.ts";
import type { KindLabels } from "../shared/kind-labels.ts";
import { ROWS_MAX, type SheetPlan, streamWorkbook } from "./xlsx-stream.ts";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Rows whose users are looked up with one command. */
const ROWS_PER_LOOKUP = 200;
/** 32 KB a second: a slow mobile connection. */
const SLOWEST_PACE: ReadingPace = { everyMs: 30_000, leastBytes: 960_000 };
/** Fastify's answer to HEAD would write the whole file and throw it away. */
const NO_HEAD = { exposeHeadRoute: false };

export interface ExportRoutesOptions {
  readModels: { definitions: DefinitionReadModel; directory: DirectoryReadModel; runs: RunReadModel };
  verify: VerifyToken;
  onLeaving: OnLeaving;
  /** Further downloads are refused. */
  downloads: DownloadLimits;
  /** Clients that read more slowly are cut off. Default 32 KB a second. */
  pace?: ReadingPace;
  kindLabels?: KindLabels;
}

/**
 * The XLSX downloads (specification, "REST"). They take the filters of `workflowPage` and `workflowTaskPage` as query
 * parameters and show what the caller's page would show, over all its pages. A download that is still written when its
 * token expires or the caller leaves is cut off, as subscriptions are (contract, "Identity"; contract-3, FIX-2).
 */
export async function exportRoutes(app: FastifyInstance, options: ExportRoutesOptions): Promise<void> {
  const { readModels, verify, onLeaving, downloads, pace = SLOWEST_PACE, kindLabels = new Map() } = options;
  const taskSheet = taskSheetOf(kindLabels);
  const { definitions, directory, runs } = readModels;
  await app.register(authPlugin, { verify });
  app.addHook("preHandler", createDownloadSlots(downloads, pace));
  app.addHook("preHandler", endWithCaller(onLeaving));

  app.get("/api/workflow/download", NO_HEAD, async ({ principal, query }, reply) => {
    const { companyId } = principal;
    const filter = filterOf(query);
    await assertFits(definitions.workflowPage(companyId, filter));
    const workflows = definitions.streamWorkflows(companyId, filter);
    const rows = withUsers(directory, companyId, workflows, ({ createdBy }) => createdBy);
    return sendWorkbook(reply, "workflows.xlsx", workflowSheet, await begun(rows));
  });

  app.get("/api/workflow/task/download", NO_HEAD, async ({ principal, query }, reply) => {
    const filter = filterOf(query);
    await assertFits(runs.taskPage(principal, filter));
    const tasks = runs.streamTasks(principal, filter);
    const rows = withUsers(directory, principal.companyId, tasks, ({ submitterId }) => submitterId);
    return sendWorkbook(reply, "workflow-tasks.xlsx", taskSheet, await begun(rows));
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

/**
 * Query parameters as the page's input: `kinds` may be repeated or given as one comma-separated list.
 *
 * @throws DomainError `INVALID_INPUT` for `skip` and `take`
 */
function filterOf(query: unknown): Record<string, unknown> {
  const { kinds, ...rest } = query as Record<string, string | string[]>;
  for (const field of ["skip", "take"]) {
    if (field in rest) throw new DomainError("INVALID_INPUT", text("input.everyRow", { field }), { field });
  }
  return kinds === undefined ? rest : { ...rest, kinds: [kinds].flat().flatMap((list) => list.split(",")) };
}

/** @throws DomainError `INVALID_INPUT` when more rows match than a sheet can hold */
async function assertFits(page: Page<unknown>): Promise<void> {
  if ((await page.total()) > ROWS_MAX) {
    throw new DomainError("INVALID_INPUT", text("input.tooManyRows", { maximum: ROWS_MAX }));
  }
}

async function* withUsers<R>(
  { usersByIds }: Pick<DirectoryReadModel, "usersByIds">,
  companyId: string,
  records: AsyncIterable<R>,
  userIdOf: (record: R) => string | undefined,
): AsyncGenerator<WithUser<R>> {
  for await (const chunk of chunksOf(records, ROWS_PER_LOOKUP)) {
    const ids = [...new Set(chunk.map((record) => userIdOf(record)).filter((id) => id !== undefined))];
    const users = await usersByIds(companyId, ids);
    const byId = new Map(ids.map((id, index) => [id, users[index] ?? null]));
    for (const record of chunk) {
      const userId = userIdOf(record);
      yield { record, user: userId === undefined ? null : (byId.get(userId) ?? null) };
    }
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
async function begun<T>(rows: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = rows[Symbol.asyncIterator]();
  return resumed(await iterator.next(), iterator);
}

async function* resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value;
  } finally {
    await iterator.return?.();
  }
}

function sendWorkbook<Row>(
  reply: FastifyReply,
  fileName: string,
  sheet: SheetPlan<Row>,
  rows: AsyncIterable<Row>,
): FastifyReply {
  return reply
    .type(XLSX_TYPE)
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "no-store")
    .send(streamWorkbook(sheet, rows));
}
