/**
 * `npm run chart`: renders deploy/helm with the required minimum of values into deploy/helm/golden.yaml. Needs Helm, or
 * Go with Debian's golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHART_DIR, formatGolden, GOLDEN, GOLDEN_PATH } from "./chart.ts";
import { findChartRenderer } from "./render-chart.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Renders deploy/helm with the required minimum of values into deploy/helm/golden.yaml. Needs Helm, or Go with Debian's
golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev.

usage: npm run chart`;

await optionsOrExit(USAGE, { options: {} });

const render = findChartRenderer();
if (!render) {
  console.error("neither helm nor go with golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev");
  process.exit(1);
}
const objects = render(GOLDEN);
writeFileSync(join(CHART_DIR, GOLDEN_PATH), formatGolden(objects));
console.log(`${GOLDEN_PATH}: ${objects.length} objects`);
