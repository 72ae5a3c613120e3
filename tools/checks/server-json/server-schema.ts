import { z } from "zod";

/** The registry's schema of an entry: the newest one in November 2026. */
export const SCHEMA_ADDRESS = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const input = z.strictObject({
  description: z.string(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
});

/** The registry's demands on an entry, for the fields that this one has. */
export const serverJson = z.strictObject({
  $schema: z.literal(SCHEMA_ADDRESS),
  /** A reverse domain name, one slash, a name. */
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u, "expected a reverse domain name, a slash and a name"),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  /** One version; a range is refused there. */
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/u, "expected a version such as 1.0.0"),
  remotes: z
    .array(
      z
        .strictObject({
          type: z.enum(["streamable-http", "sse"]),
          url: z.string(),
          headers: z.array(input.extend({ name: z.string() })),
          variables: z.record(z.string(), input).optional(),
        })
        .refine(({ url, variables = {} }) => isAddress(url, Object.keys(variables)), {
          path: ["url"],
          error: "expected an https address, every {variable} of which is described",
        }),
    )
    .min(1),
});

function isAddress(template: string, variables: readonly string[]): boolean {
  const url = variables.reduce((text, name) => text.replaceAll(`{${name}}`, "x"), template);
  return !/[{}]/u.test(url) && URL.parse(url)?.protocol === "https:";
}
