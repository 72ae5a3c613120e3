import { parse } from "node:querystring";
import { PLATFORMS, VERSION_MAX_LENGTH, parseVersion } from "@countersign/domain/settings";
import type { FastifyRequest } from "fastify";
import { z } from "zod";

const DEVICE_MAX_LENGTH = 64;
/** Browsers send less than half of it; what is beyond is not looked at. */
const ACCEPT_LANGUAGE_MAX_LENGTH = 300;
const ONCE = "must be given once";

/** The query of `/api/version/check`; other parameters are ignored. */
export const checkQuery = z.object({
  platform: z
    .preprocess(
      (platform) => (typeof platform === "string" ? platform.toLowerCase() : platform),
      z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(", ")}, and given once`),
    )
    .describe("The app that asks, in any case."),
  version: z
    .string(ONCE)
    .max(VERSION_MAX_LENGTH, { error: `must have at most ${VERSION_MAX_LENGTH} characters`, abort: true })
    .refine((text) => parseVersion(text) !== undefined, "must be a version such as 1.2.3 or 1.2.3-beta.4+567")
    .describe(
      "The installed version: numbers separated by dots, then a pre-release as SemVer has it, or as 1.2.3rc1 and 1.2.3 Beta have it. Blanks around it, `v` or `Version` before it, and a build in brackets, after `+` or after the word `build` do not count; digits may be of any script.",
    ),
  device: z
    .string(ONCE)
    .min(1, "must not be empty")
    .max(DEVICE_MAX_LENGTH, `must have at most ${DEVICE_MAX_LENGTH} characters`)
    .optional()
    .describe(
      "A random id that the app keeps: its place in roll-outs. Without it, an app hears of a new version when all do.",
    ),
});

/** The question that an app sends to `/api/version/check`. */
export interface CheckQuestion extends z.output<typeof checkQuery> {
  acceptLanguage: string | undefined;
}

/** Reads the text behind `?`. A plus sign is itself, as in `1.2.3+4`, and not a blank. */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(text.replaceAll("+", "%2B"));
}

/** The question of a request whose query was checked. */
export function questionOf({ query, headers }: Pick<FastifyRequest, "query" | "headers">): CheckQuestion {
  const acceptLanguage = headers["accept-language"]?.slice(0, ACCEPT_LANGUAGE_MAX_LENGTH);
  return { ...(query as z.output<typeof checkQuery>), acceptLanguage };
}
