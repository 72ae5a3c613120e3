import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
  type Case,
  CHART_DIR,
  type KubernetesObject,
  parseObjects,
  readChart,
  readFiles,
  readTemplates,
  valuesOf,
} from "./chart.ts";

/** The release of the golden file. */
const RELEASE = { Name: "countersign", Namespace: "platform", Service: "Helm" };

/** Debian's folder of Go sources. */
const DEBIAN_GOPATH = "/usr/share/gocode";

function run(
  program: string,
  args: readonly string[],
  options: { input?: string; cwd?: string } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, GO111MODULE: "off", GOPATH: process.env["GOPATH"] ?? DEBIAN_GOPATH },
    ...options,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}

function renderWithHelm(name: Case): string {
  const values = join(CHART_DIR, `ci/${name}.yaml`);
  return run("helm", ["template", RELEASE.Name, CHART_DIR, "--namespace", RELEASE.Namespace, "-f", values]);
}

/** Helm's template language without Helm; see render/main.go. */
function renderWithGo(name: Case): string {
  const input = JSON.stringify({
    templates: readTemplates(),
    files: readFiles(),
    root: { Values: valuesOf(name), Release: RELEASE, Chart: readChart() },
  });
  const output = run("go", ["run", "."], { input, cwd: join(import.meta.dirname, "render") });
  const renderedFiles = Object.entries(JSON.parse(output) as Record<string, string>);
  return renderedFiles.map(([path, text]) => (path.endsWith(".txt") ? "" : `---\n${text}\n`)).join("");
}

const RENDERERS: readonly { probe: readonly string[]; render: (name: Case) => string }[] = [
  { probe: ["helm", "version"], render: renderWithHelm },
  { probe: ["go", "list", "github.com/Masterminds/sprig", "sigs.k8s.io/yaml"], render: renderWithGo },
];

/** Helm, or else Go with Debian's template library; `undefined` when the machine has neither. */
export function findChartRenderer(): ((name: Case) => KubernetesObject[]) | undefined {
  for (const { probe, render } of RENDERERS) {
    try {
      run(probe[0]!, probe.slice(1));
    } catch {
      continue;
    }
    return (name) => parseObjects(render(name));
  }
  return undefined;
}
