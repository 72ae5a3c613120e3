import { z } from "zod";

import { LIFE_S } from "../request-inputs.ts";
import { type AskParts, type AskTool, asText, defineAskTool, status } from "./ask-tool.ts";

const input = z.object({
  kind: z.string().describe("The kind of request, such as ToolCall"),
  title: z.string().describe("One line that tells a person what is asked for, without links"),
  amount: z.string().optional().describe('What it is about in money, such as "1250.50"'),
  currency: z.string().optional().describe("ISO 4217 code; required with an amount"),
  facts: z
    .array(
      z.object({
        key: z.string().describe("Name for programs: a small letter first, then letters and digits"),
        label: z.string().describe("Name for people"),
        type: z.enum(["TEXT", "NUMBER", "MONEY", "DATE", "DATETIME", "BOOLEAN", "PERSON"]),
        value: z.union([z.string(), z.boolean(), z.object({ amount: z.string(), currency: z.string() })]),
      }),
    )
    .max(40)
    .optional()
    .describe("What else a person should know to decide"),
  workflowId: z.string().optional().describe("The workflow that decides who is asked. Default: the kind's"),
  approvers: z
    .array(z.string())
    .optional()
    .describe("Ids of users, all of whom have to approve, in place of a workflow"),
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
export const requestApprovalTool = ({ commands, urlOf, onFailure }: AskParts): AskTool =>
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
    async run(given, { caller }) {
      const request = await commands.requestApproval(caller, given);
      const { _id: id, status: now, actionSha256, expiresAt } = request;
      return asText({
        id,
        status: now,
        url: urlOf(id),
        ...(actionSha256 !== undefined && { actionSha256 }),
        expiresAt: expiresAt.toISOString(),
      });
    },
  });
