import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** Folder of the chart. */
export const CHART_DIR = join(WORKSPACE_ROOT, "deploy/helm");

/** Values files for rendering the chart: the required minimum, and every default reversed. */
export const CASES = ["minimal", "full"] as const;
export type Case = (typeof CASES)[number];

/** The case with a golden file, for machines without a renderer and for reviewers of a change. */
export const GOLDEN = "minimal" satisfies Case;
export const GOLDEN_PATH = "golden.yaml";

export type Values = Record<string, unknown>;

/** The parts of a rendered Kubernetes object that are checked. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const read = (path: string): string => readFileSync(join(CHART_DIR, path), "utf8");
const isMap = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lays values over others as Helm does: maps are merged, everything else is replaced. */
export function mergeValues(base: Values, over: Values): Values {
  const mergedValues = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const old = mergedValues[key];
    mergedValues[key] = isMap(old) && isMap(value) ? mergeValues(old, value) : value;
  }
  return mergedValues;
}

/** The chart's values with those of a case laid over them. */
export function valuesOf(name: Case): Values {
  return mergeValues(parse(read("values.yaml")) as Values, parse(read(`ci/${name}.yaml`)) as Values);
}

function readAll(pattern: string): Record<string, string> {
  const paths = globSync(pattern, { cwd: CHART_DIR }).toSorted();
  return Object.fromEntries(paths.map((path) => [path, read(path)]));
}

/** The templates by their path in the chart. */
export const readTemplates = (): Record<string, string> => readAll("templates/*");

/** Files that templates include unchanged, by their path in the chart. */
export const readFiles = (): Record<string, string> => readAll("files/*");

/** Name and version of the chart, as its templates see them. */
export function readChart(): { Name: string; Version: string; AppVersion: string } {
  const { name, version, appVersion } = parse(read("Chart.yaml")) as Record<
    "name" | "version" | "appVersion",
    string
  >;
  return { Name: name, Version: version, AppVersion: appVersion };
}

/** The objects of rendered text, sorted, because renderers differ in their order. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(document.errors.join("\n"));
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object) => object !== null)
    .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), "en"));
}

const keyOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;

/** Digest of the golden file's sources. */
function digestOf(): string {
  const sources = [
    "Chart.yaml",
    "values.yaml",
    `ci/${GOLDEN}.yaml`,
    ...Object.keys({ ...readTemplates(), ...readFiles() }),
  ];
  const hash = createHash("sha256");
  for (const path of sources) hash.update(`${path}\n${read(path)}\n`);
  return hash.digest("hex");
}

const header = (): string =>
  `# deploy/helm rendered with ci/${GOLDEN}.yaml. Written by: npm run chart\n# sources: ${digestOf()}\n`;

/** Text of the golden file. */
export function formatGolden(objects: readonly KubernetesObject[]): string {
  const documents = objects.map(
    (object) => `---\n${stringify(object, { sortMapEntries: true, lineWidth: 0, compat: "yaml-1.1" })}`,
  );
  return header() + documents.join("");
}

/** @throws Error when the chart has changed since the golden file was written */
export function readGolden(): KubernetesObject[] {
  const text = read(GOLDEN_PATH);
  if (!text.startsWith(header())) {
    throw new Error(`deploy/helm has changed since ${GOLDEN_PATH} was rendered: npm run chart`);
  }
  return parseObjects(text);
}
