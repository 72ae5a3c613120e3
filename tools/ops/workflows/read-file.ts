import { readFileSync } from "node:fs";
import { type Document, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

import { Fault } from "./fault.ts";
import { type WorkflowFile, workflowFile } from "./workflow-file.ts";

const SCHEMA_LINE = /^# yaml-language-server: \$schema=.*$/mu;

/**
 * Reads a file of workflows.
 *
 * @throws Fault that names each line at fault, with the right form
 */
export function readWorkflowFile(path: string): WorkflowFile {
  const lines = new LineCounter();
  const document = parseDocument(contentOf(path), { lineCounter: lines, prettyErrors: false });
  const syntax = document.errors.map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    return `${path}:${line}:${col}: ${message}`;
  });
  if (syntax.length > 0) throw new Fault(syntax.join("\n"));
  const read = workflowFile.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (read.success) return read.data;
  throw new Fault(
    read.error.issues
      .map((issue) => {
        const { line, col } = lines.linePos(placeOf(document, issue.path));
        return `${path}:${line}:${col}: ${issue.path.join(".") || "the file"}: ${faultOf(document, issue)}`;
      })
      .join("\n"),
  );
}

/** The line of a present file by which editors find its schema. */
export function schemaLineOf(path: string): string | undefined {
  try {
    return SCHEMA_LINE.exec(readFileSync(path, "utf8"))?.[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Fault(`${path}: cannot be read`, { cause: error });
  }
}

/** Where the value at a path begins, or the nearest one around it. */
function placeOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly number[] | null } | null)?.range;
    if (range?.[0] !== undefined) return range[0];
  }
  return 0;
}

function faultOf(document: Document, issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `does not take ${issue.keys.join(", ")}`;
  if (issue.path.length > 0 && document.getIn(issue.path) === undefined) return "is required";
  return issue.message;
}
