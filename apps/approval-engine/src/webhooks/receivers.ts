import { chatOf } from "./records.ts";
import type { ChatTarget, OwnerWebhook, WebhooksConfig } from "./webhooks-config.ts";

/** Whoever is posted to, by a queue of their own: neither an owner nor its chat is paused or delayed by the other. */
export interface Receiver {
  name: string;
  owner: string;
  url: URL;
  /** Of the owner itself: by which its events are signed. */
  secrets: OwnerWebhook["secrets"];
  chat?: ChatTarget;
}

/** The receivers of the deployment: each owner, and after it its chat. */
export const receiversOf = (config: WebhooksConfig | undefined): Receiver[] =>
  [...(config?.webhooks ?? [])].flatMap(([owner, { url, secrets, notifications: chat }]) => {
    const ofOwner: Receiver = { name: owner, owner, url, secrets };
    if (typeof chat === "boolean") return [ofOwner];
    return [ofOwner, { name: chatOf(owner), owner, url: chat.url, secrets: [], chat }];
  });
