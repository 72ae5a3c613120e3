import { type VerifyService, serviceAuthPlugin } from "@countersign/auth";
import { type KindRegistry, line } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import type { OnceAnswer } from "@countersign/mongo";
import {
  type ZodApp,
  checkRequestsByZod,
  createUserLanes,
  describeRoutes,
  jsonAnswer,
  laneRequests,
  parseInput,
  problem,
  problemAnswer,
} from "@countersign/service-kit";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { type RunFeed, type WAITS_MAX, createWaits } from "../live/index.ts";
import type { ServiceCompanies } from "../shared/company-fence.ts";
import type { Caller } from "../shared/caller.ts";
import { createCompanyOf } from "./company-of.ts";
import { type OwnerCommands, type OwnerRequest, missingDocument } from "./owner-commands.ts";
import type { OwnerReadModel } from "./read-document.ts";
import {
  type AcceptedAnswer,
  acceptedAnswer,
  amendmentBody,
  cancellationBody,
  documentAnswer,
  documentPath,
  statusQuery,
  submissionBody,
} from "./request-bodies.ts";

const PREFIX = "/api/v1";
const DOCUMENTS = "/documents";
/** Most bytes of a request: a document with its tables, however they are written. */
const BODY_MAX = 1_048_576;
/** Most characters of a key, as in commands of people. */
const KEY_MAX = 128;
const KEY_HEADER = "Idempotency-Key";

export interface DocumentRoutesOptions {
  kinds: KindRegistry;
  commands: OwnerCommands;
  owners: OwnerReadModel;
  runFeed: Pick<RunFeed, "subscribeRun">;
  serviceCompanies: ServiceCompanies | undefined;
  /** Default: {@link WAITS_MAX}, where an owner in a company counts as a user. */
  waitsMax?: { -readonly [Key in keyof typeof WAITS_MAX]: number } | undefined;
}

export interface OwnerRoutesOptions extends DocumentRoutesOptions {
  verifyService: VerifyService;
}

/** The documents of business services over HTTP (contract-3 and contract-4, WEB-1). */
export async function ownerRoutes(
  app: FastifyInstance,
  { verifyService, ...options }: OwnerRoutesOptions,
): Promise<void> {
  await app.register(
    async (scope) => {
      await describeDocumentRoutes(scope);
      scope.get("/openapi.json", { schema: { hide: true } }, () => scope.swagger());
      await scope.register(async (routes) => {
        await routes.register(serviceAuthPlugin, { verify: verifyService });
        laneRequests(routes, createUserLanes());
        addDocumentRoutes(routes, options);
      });
    },
    { prefix: PREFIX },
  );
}

/** Checks and describes the routes that are added from now on. */
export async function describeDocumentRoutes(app: FastifyInstance): Promise<void> {
  checkRequestsByZod(app, { refusesUnknown: true });
  await describeRoutes(app, {
    title: "approval-engine",
    description:
      "Business services submit documents for approval, change and cancel them, and read how they stand.",
    needsToken: true,
    schemas: { Accepted: acceptedAnswer, Document: documentAnswer, Problem: problem },
  });
}

const companyQuery = statusQuery.pick({ companyId: true });
const keyHeader = z.object({
  [KEY_HEADER.toLowerCase()]: z
    .string()
    .optional()
    .describe(
      "Names the request: a repetition is answered as the first time. At most 128 characters, kept for 7 days.",
    ),
});
const REPLAYED = {
  "Idempotency-Replayed": {
    schema: { const: "true" },
    description: "Of a repetition alone: nothing was done again.",
  },
};
const LOCATION = { Location: { schema: { type: "string" }, description: "Where the document is read." } };

/** The answers of commands, and of everything. */
const refusals = {
  400: problemAnswer("A field is wrong; the detail names it and what was expected."),
  401: problemAnswer("The token is missing, wrong or expired."),
  403: problemAnswer("The token is none of a service, or not for this owner, kind or company."),
  404: problemAnswer("The owner has no such document."),
  429: problemAnswer("Too many requests at a time; `Retry-After` says when to ask again."),
  503: problemAnswer("The platform cannot be reached; ask again with the same key."),
};
const commandAnswers = (headers: Readonly<Record<string, object>>) => ({
  202: { ...jsonAnswer("Accepted.", acceptedAnswer), headers },
  ...refusals,
  409: problemAnswer("The state of the document, or another use of the key, is in the way."),
  413: problemAnswer("The body is larger than 1 MB."),
  415: problemAnswer("The body is not JSON."),
});

/** Every route answers its refusals as problem documents. */
const SETTINGS = { config: { answersProblems: true }, bodyLimit: BODY_MAX };

/** A service does not leave. */
const onLeaving = () => () => undefined;

/** Adds the routes, whose requests have a service as their caller. */
export function addDocumentRoutes(
  instance: FastifyInstance,
  { kinds, commands, owners, runFeed, serviceCompanies, waitsMax }: DocumentRoutesOptions,
): void {
  const app: ZodApp = instance.withTypeProvider();
  app.removeContentTypeParser("text/plain");
  const companyOf = createCompanyOf(serviceCompanies);
  const waits = createWaits({ runFeed, onLeaving, ...(waitsMax && { max: waitsMax }) });
  const stop = new AbortController();
  app.addHook("preClose", async () => stop.abort());

  /** The service that asks, for the company that its token and the request name. */
  function ownerRequest(
    { service, headers }: Pick<FastifyRequest, "service" | "headers">,
    ...ofRequest: { companyId?: string | undefined }[]
  ): OwnerRequest {
    const companies = ofRequest.map(({ companyId }) => companyId);
    return { owner: service.owner, companyId: companyOf(service, companies), key: keyIn(headers) };
  }

  app.post(
    DOCUMENTS,
    {
      ...SETTINGS,
      schema: {
        summary: "Submits a document for approval.",
        headers: keyHeader,
        querystring: companyQuery,
        body: submissionBody(kinds),
        response: commandAnswers({ ...REPLAYED, ...LOCATION }),
      },
    },
    async (request, reply) => {
      const { body, query } = request;
      const ownRequest = ownerRequest(request, body, query);
      if (ownRequest.key === undefined) throw missingHeader(KEY_HEADER);
      const acceptedCommand = await commands.submitForOwner(ownRequest, body);
      void reply.header("location", `${PREFIX}${DOCUMENTS}/${acceptedCommand.answer.refId}`);
      return accept(reply, acceptedCommand);
    },
  );

  app.get(
    `${DOCUMENTS}/:refId`,
    {
      ...SETTINGS,
      schema: {
        summary: "Reads how a document stands, at once or when that has changed.",
        params: documentPath,
        querystring: statusQuery,
        response: { 200: jsonAnswer("The newest run of the document.", documentAnswer), ...refusals },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      const { refId } = params;
      const ownRequest = ownerRequest(request, query);
      const read = async () => {
        const document = await owners.documentOfOwner(ownRequest, refId);
        if (document === undefined) throw missingDocument();
        return document;
      };
      const { wait: seconds = 0, from } = query;
      const now = await read();
      if (seconds === 0 || now.status !== from) return now;
      request.leaveLane?.();
      const goneOrStopping = AbortSignal.any([stop.signal, goneSignal(reply)]);
      return waits.wait(waiterOf(ownRequest), refId, {
        // A wait ends with the token that allowed it.
        ms: Math.min(seconds * 1_000, request.service.expiresAt * 1_000 - Date.now()),
        signal: goneOrStopping,
        read,
        isOver: ({ status }) => status !== from,
        aside: (work) => work(),
      });
    },
  );

  app.post(
    `${DOCUMENTS}/:refId/cancel`,
    {
      ...SETTINGS,
      schema: {
        summary: "Ends the approval of a document that was cancelled; one that is over stays as it is.",
        headers: keyHeader,
        params: documentPath,
        querystring: companyQuery,
        body: cancellationBody,
        response: commandAnswers(REPLAYED),
      },
    },
    async (request, reply) => {
      const { body, query, params } = request;
      const ownRequest = ownerRequest(request, body, query);
      return accept(reply, await commands.cancelForOwner(ownRequest, params.refId, body));
    },
  );

  app.post(
    `${DOCUMENTS}/:refId/amend`,
    {
      ...SETTINGS,
      schema: {
        summary: "Changes a document while it is approved, as the company's setting onAmend allows.",
        headers: keyHeader,
        params: documentPath,
        querystring: companyQuery,
        body: amendmentBody,
        response: commandAnswers(REPLAYED),
      },
    },
    async (request, reply) => {
      const { body, query, params } = request;
      const ownRequest = ownerRequest(request, body, query);
      return accept(reply, await commands.amendForOwner(ownRequest, params.refId, body));
    },
  );
}

function accept(reply: FastifyReply, { answer, repeated }: OnceAnswer<AcceptedAnswer>): FastifyReply {
  if (repeated) void reply.header("idempotency-replayed", "true");
  return reply.code(202).send(answer);
}

const missingHeader = (field: string): DomainError =>
  new DomainError("INVALID_INPUT", text("input.required", { field }), { field });

const keyInput = z.object({ [KEY_HEADER]: line(KEY_MAX).optional() });

/** @throws DomainError `INVALID_INPUT` */
const keyIn = (headers: FastifyRequest["headers"]): string | undefined =>
  parseInput(keyInput, { [KEY_HEADER]: headers[KEY_HEADER.toLowerCase()] })[KEY_HEADER];

/** The one whom a wait counts for, and who hears of every change of the document: the owner, in the company. */
const waiterOf = ({ owner, companyId }: OwnerRequest): Caller => ({
  companyId,
  userId: owner,
  privileged: true,
  isService: true,
});

/** Aborts when the client has gone. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once("close", () => closing.abort());
  return closing.signal;
}
