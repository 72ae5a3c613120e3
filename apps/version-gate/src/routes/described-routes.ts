import { jsonAnswer } from "@countersign/service-kit";
import { z } from "zod";
import { checkBody } from "../check-answer.ts";
import { checkQuery } from "../check-question.ts";
import { versionBody } from "../version-answer.ts";

/** The body of every error. */
export const errorAnswer = z.object({
  statusCode: z.int(),
  code: z.string(),
  error: z.string(),
  message: z.string().describe("Of a 400: the parameters at fault and what was expected."),
});

const text = (description: string) => ({ type: "string", description });
const seconds = (description: string) => ({ type: "integer", minimum: 0, description });
const nothing = (description: string) => z.undefined().describe(description);

const HEADERS = {
  ETag: text("Changes with the body."),
  Age: seconds("Seconds since these values were read; of a stale answer alone."),
  "X-Version-Gate-Stale": { const: "true", description: "Of a stale answer alone." },
};
const RETRY_AFTER = { "Retry-After": seconds("When to ask again.") };

/** The headers that an answer depends on. */
const CONDITIONS = {
  "if-none-match": z.string().optional().describe("Saves the body with 304 if the answer is the same."),
  "cache-control": z
    .string()
    .optional()
    .describe(
      "`stale-if-error=<seconds>` accepts the values that were last served, up to so old, while the store is away.",
    ),
};

const answersWith = (body: z.ZodType) => ({
  200: { ...jsonAnswer("The answer.", body), headers: HEADERS },
  304: nothing("The answer has the entity tag of `If-None-Match`."),
  429: {
    ...jsonAnswer("The gateway: too many requests from one address.", errorAnswer),
    headers: RETRY_AFTER,
  },
  500: jsonAnswer("Nothing is published yet: continue.", errorAnswer),
  503: { ...jsonAnswer("The store does not answer.", errorAnswer), headers: RETRY_AFTER },
});

/** Schema of the route of `/api/version`. */
export const versionRoute = {
  operationId: "readVersions",
  summary: "Reads the published versions of all apps.",
  headers: z.looseObject(CONDITIONS),
  response: answersWith(versionBody),
};

/** Schema of the route of `/api/version/check`. */
export const checkRoute = {
  operationId: "checkUpdate",
  summary: "Decides what an app does next.",
  querystring: checkQuery,
  headers: z.looseObject({
    ...CONDITIONS,
    "accept-language": z.string().optional().describe("The languages of `message`, best first."),
  }),
  response: {
    ...answersWith(checkBody),
    400: jsonAnswer("A parameter is missing or malformed, or given twice.", errorAnswer),
  },
};

/** Schema of a route's preflight. */
export const preflightRoute = (operationId: string) => ({
  operationId: `${operationId}Options`,
  summary: "Answers the preflight of CORS: any origin, without credentials.",
  response: { 204: nothing("What is allowed.") },
});
