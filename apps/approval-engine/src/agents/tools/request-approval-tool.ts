import { z } from "zod";

import { statusAt } from "../records.ts";
import { LIFE_S } from "../request-inputs.ts";
import { type AskParts, type AskTool, asText, defineAskTool, status } from "./ask-tool.ts";

/** A decimal number as text; programs also send it as a number, whose value the text keeps (contract-4, MEET-14). */
const decimal = z.union([z.string(), z.number()]).transform(String);

const input = z.object({
  kind: z.string().describe("The kind of request, such as ToolCall"),
  title: z.string().describe("One line that tells a person what is asked for, without links"),
  amount: decimal.optional().describe('What it is about in money, such as "1250.50"'),
  currency: z.string().optional().describe("ISO 4217 code; required with an amount"),
  facts: z
    .array(
      z.object({
        key: z.string().describe("Name for programs: a small letter first, then letters and digits"),
        label: z.string().describe("Name for people"),
        type: z.enum(["TEXT", "NUMBER", "MONEY", "DATE", "DATETIME", "BOOLEAN", "PERSON"]),
        value: z.union([decimal, z.boolean(), z.object({ amount: decimal, currency: z.string() })]),
      }),
    )
    .max(40)
    .optional()
    .describe("What else a person should know to decide"),
  workflowId: z
    .string()
    .optional()
    .describe("A workflow that says who is asked. Refused where a rule of the kind decides"),
  approvers: z
    .array(z.string())
    .optional()
    .describe(
      "E-mail addresses or ids of people, all of whom have to approve; a rule of the kind asks its own people besides. " +
        "Default: whom the rule asks; without one, your user's manager",
    ),
  action: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "The exact call to be made, such as {tool, arguments}: people approve these bytes and no others",
    ),
  expiresIn: z
    .int()
    .optional()
    .describe(`Seconds until the request expires: ${LIFE_S.min} to ${LIFE_S.max}, by default one week`),
  audience: z
    .string()
    .optional()
    .describe("The tool server that will take the grant. Default: countersign-tools"),
  idempotencyKey: z.string().describe("The same key and content give the same request"),
});

const output = z.object({
  id: z.string(),
  status,
  url: z.string().describe("Where people decide it"),
  actionSha256: z.string().optional(),
  expiresAt: z.string(),
});

/** `request_approval` (contract-3, ASK-2). */
export const requestApprovalTool = ({ commands, clock, urlOf, onFailure }: AskParts): AskTool =>
  defineAskTool({
    name: "request_approval",
    title: "Ask people to approve",
    description:
      "Asks people to allow something that you may not do alone, and answers at once with the request's id. Then call " +
      "wait_for_approval. Nothing is allowed until its status is APPROVED: silence, expiry and errors are no approval.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    input,
    output,
    onFailure,
    async run(input, { caller }) {
      const request = await commands.requestApproval(caller, input);
      const { _id: id, actionSha256, expiresAt } = request;
      return asText({
        id,
        status: statusAt(request, clock()),
        url: urlOf(id),
        ...(actionSha256 !== undefined && { actionSha256 }),
        expiresAt: expiresAt.toISOString(),
      });
    },
  });
