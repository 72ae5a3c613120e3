import { createHash } from "node:crypto";
import type { VersionValues } from "@countersign/settings";

/** Listing addresses of a deployment's apps. */
export interface StoreUrls {
  ios: string;
  android: string;
}

/** A serialised answer. */
export interface VersionAnswer {
  body: string;
  /** Strong entity tag of the body. */
  etag: string;
}

/** The web client's block is a constant of the service (specification: "Response object"); its key is `v`. */
const WEB = { v: "1.2", forceUpdate: true };

function serialise(values: VersionValues, storeUrls: StoreUrls): VersionAnswer {
  const body = JSON.stringify({
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
    web: WEB,
  });
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/**
 * Creates the serialiser of a deployment. It keeps the last answer and gives it again for equal values: what is
 * remembered is a rendering of values that were just read, never the values themselves.
 */
export function createVersionSerialiser(storeUrls: StoreUrls): (values: VersionValues) => VersionAnswer {
  let last: { values: VersionValues; answer: VersionAnswer } | undefined;
  return (values) => {
    if (last === undefined || !areEqual(values, last.values)) {
      last = { values, answer: serialise(values, storeUrls) };
    }
    return last.answer;
  };
}

function areEqual(left: VersionValues, right: VersionValues): boolean {
  return (
    left.iosVersion === right.iosVersion &&
    left.iosForceUpdate === right.iosForceUpdate &&
    left.androidVersion === right.androidVersion &&
    left.androidForceUpdate === right.androidForceUpdate
  );
}
