import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** axe as a script, minified: half as much to send and to compile. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Until nothing comes or goes any more: colours are mixed meanwhile. What turns for ever, such as a sign of work, goes on. */
const AT_REST = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect !== null && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)`;

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/**
 * The violations of WCAG 2.2 AA and of best practices that axe finds on the page, one line for each place. React Aria's announcements are left
 * out: they name buttons that may be gone once they were spoken.
 */
export async function violationsOn(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Once until the page is loaded again. Evaluated by the browser's debugger, which the page's policy does not concern.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  await page.evaluate(AT_REST);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${JSON.stringify(["[data-live-announcer]", ...without].map((selector) => [selector]))} }, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] }).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
