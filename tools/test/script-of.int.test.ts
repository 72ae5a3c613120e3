import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { endOfLine } from "./script-of.ts";

it("a line that does not end in time is ended with its children, and what it printed and what ran is said", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-late-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const begun = join(folder, "begun");
  const limit = new AbortController();
  // The pipes of both stay open until the last of them ends.
  const late = endOfLine(
    `echo begun; bash -c "touch ${begun}; sleep 600; :" & sleep 600; echo over`,
    limit.signal,
  );
  void waitFor(() => existsSync(begun)).then(() => limit.abort());
  const error: unknown = await late.catch((reason: unknown) => reason);
  const { message } = error as Error;
  expect(message).toMatch(/did not end in time\.\n/u);
  expect(message).toMatch(/^ *\d+ +\d+ +\d+ +\S+ +\S+ +\S+ +bash -c touch /mu);
  expect(message).toMatch(/Printed:\nbegun\n$/u);
});
