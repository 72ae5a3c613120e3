import { randomUUID } from "node:crypto";
import {
  cloudEvent,
  ENGINE_SOURCE,
  type EventOf,
  FILTERS,
  type HrSubmission,
  MESSAGES,
  outcomeSubject,
  parseContract,
  RPC,
  STREAMS,
} from "@countersign/contracts";
import { type Bus, RequestRefused } from "@countersign/messaging";

/** The approval engine as far as an owner sees it, played by a test. */
export interface PlayedEngine {
  /** Submissions that were accepted, by request id. */
  accepted: Map<string, HrSubmission>;
  /** Cancel commands in the order of their arrival. */
  cancels: EventOf<"cancelCommand">[];
  /** What is to happen to the next submissions. */
  mood: "accept" | "refuse" | "accept without answering" | "fail";
  /** Decides a run. */
  decide(
    leave: { _id: string; companyId: string },
    outcome: "completed" | "rejected",
    remark?: string,
  ): Promise<void>;
  close(): Promise<void>;
}

const ACTOR = "d".repeat(24);

/** Serves `approval.rpc.hr.submit` and consumes cancel commands; a repeated request id gets its first answer again. */
export async function playEngine(bus: Bus): Promise<PlayedEngine> {
  await bus.ensureStreams(Object.values(STREAMS));
  const silence = new AbortController();
  const silent = new Promise<void>((resolve) => {
    silence.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const engine: PlayedEngine = {
    accepted: new Map(),
    cancels: [],
    mood: "accept",
    async decide({ _id, companyId }, outcome, remark) {
      const ids = { refId: _id, companyId, runId: ACTOR, submitterId: ACTOR, actorId: ACTOR };
      const event = cloudEvent({
        id: randomUUID(),
        source: ENGINE_SOURCE,
        type: MESSAGES[outcome].type,
        subject: _id,
        time: new Date(),
        data: { ...ids, kind: "Leave", remark },
      });
      // Under two message ids, as after a lost acknowledgement: the owner must see it once.
      for (const id of [event.id, `${event.id}-again`]) {
        await bus.publish({ subject: outcomeSubject("Leave", outcome), id, data: event });
      }
    },
    async close() {
      silence.abort();
      await Promise.all([serving.close(), consuming.close()]);
    },
  };
  const serving = await bus.serve({
    name: "approval-engine",
    version: "0.0.1",
    description: "Played by a test",
    endpoints: [
      {
        name: "hrSubmit",
        subject: RPC.hrSubmit.subject,
        handle: async ({ data }) => {
          const request = parseContract(RPC.hrSubmit.request, data);
          if (engine.mood === "refuse") {
            throw new RequestRefused(400, "No approvers could be resolved for Leave");
          }
          if (engine.mood === "fail") throw new Error("the store is away");
          engine.accepted.set(request.requestId ?? "", request);
          if (engine.mood === "accept without answering") await silent;
          return { refId: request.refId, tasks: [] };
        },
      },
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
