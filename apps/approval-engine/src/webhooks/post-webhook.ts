import { type LookupAddress, type LookupAllOptions, lookup as lookupByDns } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { isPublicAddress } from "./public-address.ts";
import type { WebhookResult } from "./records.ts";

/** Resolves a host's name to all of its addresses, as `dns.lookup` does. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** How a webhook is posted. */
export interface PostOptions {
  /** Whether the receiver may stand in a private network. */
  allowsPrivate: boolean;
  /** Ends the attempt. */
  signal: AbortSignal;
  /** By default that of the machine. */
  lookup?: LookupAll;
  /** How long the whole attempt may take. Default 10 000. */
  timeoutMs?: number;
}

/** A POST to a receiver. */
export interface WebhookPost {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result of an attempt, or that it was ended from here. */
export type PostResult = WebhookResult | "stopped";

/** The outcome of a POST. */
export interface PostAnswer {
  result: PostResult;
  /** For how long the receiver, which has too much to do, asks to be left alone, in milliseconds. */
  retryAfterMs?: number;
}

const TIMEOUT_MS = 10_000;
/** So much of an answer's body is read, in bytes; nothing of it is kept. */
const ANSWER_MAX = 16_384;

/** The statuses with which `Retry-After` says when a receiver has time again. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** A receiver is left alone no longer than between two attempts. */
const RETRY_AFTER_MAX_MS = 6 * 60 * 60 * 1_000;

/** The receiver stands where no webhook may go. */
class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
}

/**
 * Posts once. The receiver's name is resolved for this attempt alone, on a connection of its own, which goes to an address
 * that was checked; redirects are not followed. The answer's status line decides, its body is cut off.
 */
export async function postWebhook(post: WebhookPost, options: PostOptions): Promise<PostAnswer> {
  const { signal, timeoutMs = TIMEOUT_MS } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await answerTo(post, options, AbortSignal.any([signal, deadline]));
    await readAway(response);
    const { statusCode = 0, headers } = response;
    const retryAfterMs = BUSY.has(statusCode) ? retryAfterOf(headers["retry-after"]) : undefined;
    return { result: resultOf(statusCode), ...(retryAfterMs !== undefined && { retryAfterMs }) };
  } catch (error) {
    if (signal.aborted) return { result: "stopped" };
    if (error instanceof PrivateAddress) return { result: "address" };
    return { result: deadline.aborted ? "timeout" : "network" };
  }
}

/** `Retry-After`: seconds, or a date; of nothing that can be read undefined. */
function retryAfterOf(value = ""): number | undefined {
  const ms = /^\d+$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : undefined;
}

async function answerTo(
  { url, headers, body }: WebhookPost,
  { allowsPrivate, lookup = lookupByDns }: PostOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replaceAll(/[[\]]/gu, "");
  // Node asks no look-up about a host that is an address.
  if (!allowsPrivate && isIP(host) !== 0) assertPublic(host);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const checkedLookup = allowsPrivate ? lookupOf(lookup) : lookupOf(lookup, assertPublic);
  const request = send(url, { method: "POST", headers, agent: false, lookup: checkedLookup, signal });
  request.on("response", resolve);
  // Also after the answer has begun: an error without a listener would end the process.
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** @throws PrivateAddress */
function assertPublic(address: string): void {
  if (!isPublicAddress(address)) throw new PrivateAddress(address);
}

/** The look-up of a connection, which goes to an address that this gives. */
function lookupOf(lookup: LookupAll, assertAddress: (address: string) => void = () => {}): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return callback(error, "");
      if (first === undefined) return callback(new Error(`${hostname} has no address`), "");
      try {
        for (const { address } of addresses) assertAddress(address);
      } catch (refusal) {
        return callback(refusal as Error, "");
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** Reads what a receiver of good manners sends, so that its connection ends well. */
async function readAway(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_MAX) break;
    }
  } catch {
    // The status line has decided.
  }
}

function resultOf(status: number): WebhookResult {
  if (status >= 200 && status < 300) return "ok";
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}
