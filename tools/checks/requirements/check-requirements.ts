/** One rule of a specification or of the contract. */
export interface Requirement {
  id: string;
  /** The rule in our words. */
  rule: string;
  /** Document and section it comes from. */
  source: string;
  /** Number of the issue that covers it. */
  issue: number;
  /** Short name of a deliberate departure of the contract from its specification. */
  departure?: string | undefined;
}

/** A test file and the requirement ids its tests name. */
export interface TestFile {
  path: string;
  ids: readonly string[];
}

export interface RequirementsReport {
  /** The faults that fail the check, one line each. */
  faults: string[];
  /** Rules without a test, by issue. */
  untested: Map<number, Requirement[]>;
  testedCount: number;
}

/** `AE-SUBMIT-03`, or, for the rules beyond the specifications, their section and number: `SAFE-1`. */
const ID = String.raw`[A-Z]{2,}(?:-[A-Z]+)*-\d{2}|(?:FIX|OPS|SAFE|DOC|PPL|SRC|TIME|ROUTE|TEXT|CTRL|CON|AGT|MCP|ASK|WEB|AUD|READ|GATE|PROOF|ONE|MEET|FIRST|HIST|TALK)-\d{1,2}`;
export const ID_PATTERN = new RegExp(`^(?:${ID})$`);
export const BRACKETED_ID = new RegExp(`\\[(${ID})\\]`, "g");

/** Rules of one section, as `docs/requirements/*.json` keeps them: as texts, so that an id given twice is seen. */
interface Section {
  source: string;
  issue: number;
  /** `AE-SUBMIT-03: The rule in our words.` */
  rules: string[];
  /** Short names of deliberate departures, by id. */
  departures?: Record<string, string>;
}

/**
 * Reads one section of the manifest.
 *
 * @throws Error naming the section and what is at fault
 */
export function parseSection(section: unknown, file: string): Requirement[] {
  const { source, issue, rules, departures = {} } = (section ?? {}) as Partial<Section>;
  const fail = (fault: string): never => {
    throw new Error(`${file}, ${source ?? JSON.stringify(section)}: ${fault}`);
  };
  if (typeof source !== "string" || source === "") return fail('"source" must be a text');
  if (typeof issue !== "number" || !Number.isInteger(issue)) return fail('"issue" must be a number');
  if (!Array.isArray(rules) || rules.length === 0) return fail('"rules" must be a list of texts');
  const parsedRules = rules.map((text) => {
    const [, id = "", rule = ""] =
      /^(\S+): (.+)$/u.exec(text) ?? fail(`${text}: expected "AREA-GROUP-01: rule"`);
    if (!ID_PATTERN.test(id)) fail(`${id}: the id is not of the form AREA-GROUP-01 or SAFE-1`);
    return { id, rule, source, issue, departure: departures[id] };
  });
  const strange = Object.keys(departures).filter((id) => !parsedRules.some((rule) => rule.id === id));
  return strange.length > 0
    ? fail(`"departures" names ${strange.join(", ")}, which no rule has`)
    : parsedRules;
}

/**
 * Compares the manifest with the tests. Faults: an id given twice, a test that names an unknown id, and a rule
 * without a test whose issue is resolved. Other rules without a test are only listed.
 *
 * @param resolvedIssues numbers of the issues that are done
 */
export function checkRequirements(
  requirements: readonly Requirement[],
  testFiles: readonly TestFile[],
  resolvedIssues: readonly number[],
): RequirementsReport {
  const faults: string[] = [];
  const knownIds = new Set<string>();
  for (const { id } of requirements) {
    if (knownIds.has(id)) faults.push(`${id} is given twice in docs/requirements`);
    knownIds.add(id);
  }
  const testedIds = new Set<string>();
  for (const { path, ids } of testFiles) {
    for (const id of ids) {
      if (knownIds.has(id)) testedIds.add(id);
      else faults.push(`${path} names ${id}, which is not in docs/requirements`);
    }
  }
  const untestedRules = Map.groupBy(
    requirements.filter(({ id }) => !testedIds.has(id)),
    ({ issue }) => issue,
  );
  for (const issue of resolvedIssues) {
    for (const { id, rule } of untestedRules.get(issue) ?? []) {
      faults.push(`${id} has no test although issue ${issue} is resolved: ${rule}`);
    }
  }
  return { faults, untested: untestedRules, testedCount: testedIds.size };
}

/** Faults: departures from a specification whose id has no line in `docs/departures.md`. */
export function findUnnamedDepartures(requirements: readonly Requirement[], page: string): string[] {
  return requirements
    .filter(({ id, departure }) => departure !== undefined && !page.includes(id))
    .map(
      ({ id, departure }) =>
        `${id} departs from its specification (${departure}); docs/departures.md does not say so`,
    );
}
