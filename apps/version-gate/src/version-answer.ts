import { WEB_APP } from "@countersign/domain/settings";
import type { VersionValues } from "@countersign/settings";
import { z } from "zod";
import { type CheckAnswers, createCheckAnswers } from "./check-answer.ts";
import { type SerialisedAnswer, serialisedAnswer } from "./serialised-answer.ts";

/** Listing addresses of a deployment's apps. */
export interface StoreUrls {
  ios: string;
  android: string;
}

/** The answers made from one read of the values: to `/api/version` and to `/api/version/check`. */
export interface Publication extends SerialisedAnswer {
  check: CheckAnswers;
}

const app = z.object({
  version: z.string().nullable().describe("The current version; null before the first one is published."),
  forceUpdate: z.boolean().describe("Whether apps below the current version must update."),
  downloadUrl: z.url().describe("Where the app is downloaded."),
});

/** The body of `/api/version` (specification: "Response object"); the web's key is `v`. */
export const versionBody = z.object({
  ios: app,
  android: app,
  web: z.object({ v: z.string(), forceUpdate: z.boolean() }),
});

/** Renders what a read's values publish, with the listings of the deployment. */
export function publicationOf(values: VersionValues, storeUrls: StoreUrls): Publication {
  const body: z.input<typeof versionBody> = {
    ios: {
      version: values.iosVersion ?? null,
      forceUpdate: values.iosForceUpdate ?? false,
      downloadUrl: storeUrls.ios,
    },
    android: {
      version: values.androidVersion ?? null,
      forceUpdate: values.androidForceUpdate ?? false,
      downloadUrl: storeUrls.android,
    },
    web: { v: WEB_APP.version, forceUpdate: WEB_APP.forceUpdate },
  };
  return {
    ...serialisedAnswer(JSON.stringify(body)),
    check: createCheckAnswers(values, { ...storeUrls, web: null }),
  };
}
