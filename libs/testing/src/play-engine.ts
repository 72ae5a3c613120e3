import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Bus, type Endpoint, RequestRefused } from "@countersign/bus";
import {
  BUILT_IN_KINDS,
  cloudEvent,
  ENGINE_SOURCE,
  type EventOf,
  FILTERS,
  type HrSubmission,
  type Kind,
  type KindRegistry,
  type OutcomeData,
  MESSAGES,
  outcomeSubject,
  ownerConsumers,
  parseContract,
  RPC,
  type RpcName,
  type RpcParsedRequest,
  STREAMS,
  type Submission,
} from "@countersign/contracts";
import { newId } from "@countersign/mongo";

/** The approval engine from an owner's view, played by a test. */
export interface PlayedEngine {
  /** HR submissions that were accepted, by request id. */
  accepted: Map<string, HrSubmission>;
  /** Submissions of other documents that were accepted, by request id. */
  submissions: Map<string, Submission>;
  /** Changes of documents that were accepted, by the document's id; the same one again counts once. */
  amendments: Map<string, RpcParsedRequest<"amend">[]>;
  /** Orders that owners reported to it, by their id. */
  orders: Map<string, RpcParsedRequest<"inventoryOrderCreated">>;
  /** Orders and invoices that may not be posted yet. */
  unapproved: Set<string>;
  /** Whether an order or invoice may be posted. Default: all but those in `unapproved`. */
  mayPost: (id: string) => Promise<boolean>;
  /** Cancel commands in the order of their arrival. */
  cancels: EventOf<"cancelCommand">[];
  /** How it treats the next requests. */
  mood: "accept" | "refuse" | "accept without answering" | "fail";
  /** Approvers of the runs of HR documents. */
  approverIds: string[];
  /** Decides the run of a document, or another run that somebody started with its id. @returns the event id */
  decide(
    document: { _id: string; companyId: string; kind: Kind },
    outcome: "completed" | "rejected" | "recalled",
    remark?: string,
    run?: Pick<Partial<OutcomeData>, "runId" | "requestId" | "origin" | "revision">,
  ): Promise<string>;
  close(): Promise<void>;
}

/** The user who gives the last verdict of every run. */
export const PLAYED_ACTOR = "d".repeat(24);

/** The run that the engine started for a document. */
const runOf = (refId: string): string => refId.split("").toReversed().join("");

/** The refusal of the engine in the mood `refuse`. */
export const PLAYED_REFUSAL = "No approvers could be resolved for Leave";
const PLAYED_IN_PROGRESS = "Document already has an approval in progress";
const PLAYED_NO_RUN = "There is no approval in progress for this document";
const NEEDS_APPROVAL = "This order requires approval before it can be posted";

/** Serves the owners' requests and consumes cancel commands; a repeated request gets its first answer again. */
export async function playEngine(bus: Bus, kinds: KindRegistry = BUILT_IN_KINDS): Promise<PlayedEngine> {
  await bus.ensureStreams(Object.values(STREAMS));
  await bus.ensureConsumers(ownerConsumers(kinds.owners));
  const silence = new AbortController();
  const silent = new Promise<void>((resolve) => {
    silence.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  /** Runs of documents: the last one of each, and those of `submit` that are open. */
  const runs = new Map<string, string>();
  const openRuns = new Map<string, string>();
  /** Ids of the last submissions, by document. */
  const requests = new Map<string, string>();
  const endedRequests = new Set<string>();
  const engine: PlayedEngine = {
    accepted: new Map(),
    submissions: new Map(),
    amendments: new Map(),
    orders: new Map(),
    unapproved: new Set(),
    cancels: [],
    mood: "accept",
    mayPost: async (id) => !engine.unapproved.has(id),
    approverIds: [],
    async decide({ _id, companyId, kind }, outcome, remark, run) {
      const owner = kinds.ownerOf(kind);
      if (owner === undefined) throw new RangeError(`no owner of ${kind}`);
      openRuns.delete(_id);
      endedRequests.add(_id);
      const ids = {
        refId: _id,
        companyId,
        runId: runs.get(_id) ?? runOf(_id),
        requestId: requests.get(_id),
        submitterId: PLAYED_ACTOR,
        actorId: PLAYED_ACTOR,
      };
      const event = cloudEvent({
        id: randomUUID(),
        source: ENGINE_SOURCE,
        type: MESSAGES[outcome].type,
        subject: _id,
        time: new Date(),
        data: { ...ids, kind, remark, origin: "owner", ...run },
      });
      // Sent under two message ids, as after a lost acknowledgement; the owner must see it once.
      for (const id of [event.id, `${event.id}-again`]) {
        await bus.publish({ subject: outcomeSubject(owner, kind, outcome), id, data: event });
      }
      return event.id;
    },
    async close() {
      silence.abort();
      await Promise.all([serving.close(), consuming.close()]);
    },
  };

  /** How often the document was submitted and changed. */
  const revisionOf = (refId: string): number => {
    const submittedRequests = [...engine.accepted.values()].filter((request) => request.refId === refId);
    return Math.max(submittedRequests.length, 1) + (engine.amendments.get(refId) ?? []).length;
  };

  function endpoint<N extends RpcName>(name: N, answer: (request: RpcParsedRequest<N>) => unknown): Endpoint {
    return {
      name,
      subject: RPC[name].subject,
      handle: async ({ data }) => {
        const request = parseContract(RPC[name].request, data) as RpcParsedRequest<N>;
        if (engine.mood === "refuse") throw new RequestRefused(400, PLAYED_REFUSAL);
        if (engine.mood === "fail") throw new Error("the store is away");
        const reply = await answer(request);
        if (engine.mood === "accept without answering") await silent;
        return reply;
      },
    };
  }

  const serving = await bus.serve({
    name: "approval-engine",
    version: "0.0.1",
    description: "Played by a test",
    endpoints: [
      endpoint("hrSubmit", (request) => {
        const { refId, requestId = "" } = request;
        // The first run of a document is named after it.
        if (!runs.has(refId)) runs.set(refId, runOf(refId));
        else if (!engine.accepted.has(requestId)) runs.set(refId, newId());
        endedRequests.delete(refId);
        engine.accepted.set(requestId, request);
        requests.set(refId, requestId);
        const { approverIds } = engine;
        return { refId, runId: runs.get(refId), revision: revisionOf(refId), tasks: [], approverIds };
      }),
      endpoint("submit", (request) => {
        const { refId, requestId = "" } = request;
        const open = openRuns.get(refId);
        if (open !== undefined && open !== requestId) throw new RequestRefused(409, PLAYED_IN_PROGRESS);
        if (!engine.submissions.has(requestId)) runs.set(refId, newId());
        openRuns.set(refId, requestId);
        engine.submissions.set(requestId, request);
        requests.set(refId, requestId);
        return { refId, runId: runs.get(refId), tasks: [] };
      }),
      endpoint("amend", (request) => {
        const { refId, document } = request;
        if (endedRequests.has(refId)) throw new RequestRefused(404, PLAYED_NO_RUN);
        const before = engine.amendments.get(refId) ?? [];
        const isSame = isDeepStrictEqual(before.at(-1)?.document, document);
        const all = isSame ? before : [...before, request];
        engine.amendments.set(refId, all);
        return { refId, revision: revisionOf(refId), tasks: [] };
      }),
      endpoint("inventoryOrderCreated", (request) => {
        engine.orders.set(request.order._id, request);
        const { _id } = request.order;
        return { required: engine.unapproved.has(_id), runId: runOf(_id) };
      }),
      endpoint("inventoryAssertPostable", async ({ orderId }) => {
        if (!(await engine.mayPost(orderId))) throw new RequestRefused(403, NEEDS_APPROVAL);
        return { orderId };
      }),
    ],
  });
  const consuming = await bus.consume(
    { stream: STREAMS.commands.name, durable: "played-engine", filter: FILTERS.commands },
    async ({ data }) => {
      engine.cancels.push(parseContract(MESSAGES.cancelCommand.event, data));
    },
  );
  return engine;
}
