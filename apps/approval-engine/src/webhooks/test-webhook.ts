import { ENGINE_SOURCE, LIMITS } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { z } from "zod";

import { type Caller, assertPrivilegedPerson } from "../shared/caller.ts";
import { label } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact } from "../shared/transact.ts";
import { receiversOf } from "./receivers.ts";
import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookDocumentRecord,
  webhookDocumentId,
  type WebhookEventRecord,
} from "./records.ts";
import type { WebhooksConfig } from "./webhooks-config.ts";

const TEST_EVERY_MS = 60_000;

const testInput = z.object({
  owner: label(LIMITS.name),
  chat: z.boolean().nullish(),
});

/**
 * `testWebhook`: queues an event that says who sent it, for an owner or its chat. Its tests are events of a document of their own.
 *
 * @throws DomainError `FORBIDDEN` unless the caller is a privileged person, `INVALID_INPUT`, `NOT_FOUND` for an owner without a webhook or chat,
 *   `TOO_MANY_REQUESTS` within a minute of the test before it
 */
export function createTestWebhook(transact: Transact, config: WebhooksConfig | undefined) {
  return async (
    caller: Caller,
    input: { owner: string; chat?: boolean | null | undefined },
  ): Promise<void> => {
    assertPrivilegedPerson(caller);
    const { owner, chat } = parseInput(testInput, input);
    const receiver = receiversOf(config).find(
      (candidate) => candidate.owner === owner && !candidate.chat === !chat,
    );
    await transact(
      async (scope) => {
        const { db, session, newId, now } = scope;
        await refuseLeaver(scope, caller);
        if (receiver === undefined) {
          const reason = text(chat ? "webhook.noChat" : "webhook.missing");
          throw new DomainError("NOT_FOUND", reason, { field: "owner" });
        }
        const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
        const _id = webhookDocumentId(receiver.name, WEBHOOK_TEST);
        const before = await documents.findOne({ _id }, { session });
        if (before?.testedAt && now.getTime() - before.testedAt.getTime() < TEST_EVERY_MS) {
          throw new DomainError("TOO_MANY_REQUESTS", text("webhook.testedJustNow"));
        }
        const position = (before?.queued ?? 0) + 1;
        // Two at once meet here, and the second is tried again after the first.
        await documents.updateOne(
          { _id },
          {
            $inc: { queued: 1 },
            $set: { owner: receiver.name, testedAt: now, claimedUntil: now },
            $unset: { expiresAt: true, failures: true },
          },
          { session, upsert: true },
        );
        const eventId = newId();
        const { companyId, userId: by } = caller;
        const event = {
          specversion: "1.0",
          id: eventId,
          source: ENGINE_SOURCE,
          type: WEBHOOK_TEST,
          time: now.toISOString(),
          datacontenttype: "application/json",
          data: { owner, by },
        };
        await db.collection<WebhookEventRecord>(WEBHOOK_EVENTS).insertOne(
          {
            _id: `${receiver.name} ${eventId}`,
            owner: receiver.name,
            companyId,
            document: _id,
            position,
            eventId,
            type: WEBHOOK_TEST,
            refId: WEBHOOK_TEST,
            subject: WEBHOOK_TEST,
            body: JSON.stringify(event),
            queuedAt: now,
            pending: true,
            attempts: 0,
          },
          { session },
        );
      },
      webhookDocumentId(receiver?.name ?? owner, WEBHOOK_TEST),
    );
  };
}
