/**
 * `npm run chart`: renders deploy/helm with each of its cases into deploy/helm/golden. Needs Helm, or Go with Debian's
 * golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CASES, CHART_DIR, formatGolden } from "./chart.ts";
import { findChartRenderer } from "./render-chart.ts";

const render = findChartRenderer();
if (!render) {
  console.error("neither helm nor go with golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev");
  process.exit(1);
}
mkdirSync(join(CHART_DIR, "golden"), { recursive: true });
for (const name of CASES) {
  const objects = render(name);
  writeFileSync(join(CHART_DIR, "golden", `${name}.yaml`), formatGolden(name, objects));
  console.log(`golden/${name}.yaml: ${objects.length} objects`);
}
