/** One rule of a specification or of the contract, as `docs/requirements/*.json` keeps it. */
export interface Requirement {
  id: string;
  /** The rule in our words. */
  rule: string;
  /** Document and section it comes from. */
  source: string;
  /** Number of the issue that covers it. */
  issue: number;
  /** Short name of a deliberate departure of the contract from its specification. */
  departure?: string;
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
const ID = String.raw`[A-Z]{2,}(?:-[A-Z]+)*-\d{2}|(?:SAFE|DOC|PPL|TIME|ROUTE|CTRL|CON|AGT|GATE|PROOF)-\d`;
export const ID_PATTERN = new RegExp(`^(?:${ID})$`);
export const BRACKETED_ID = new RegExp(`\\[(${ID})\\]`, "g");

const REQUIRED_FIELDS = ["id", "rule", "source"] as const;

/**
 * Validates one entry of the manifest.
 *
 * @throws Error naming the entry and the field at fault
 */
export function parseRequirement(entry: unknown, file: string): Requirement {
  const fields = entry as Partial<Requirement> | null;
  const label = `${file}: ${fields?.id ?? JSON.stringify(entry)}`;
  for (const field of REQUIRED_FIELDS) {
    const value = fields?.[field];
    if (typeof value !== "string" || value === "") throw new Error(`${label}: "${field}" must be a text`);
  }
  if (!ID_PATTERN.test(fields!.id!))
    throw new Error(`${label}: the id is not of the form AREA-GROUP-01 or SAFE-1`);
  if (!Number.isInteger(fields!.issue)) throw new Error(`${label}: "issue" must be a number`);
  return fields as Requirement;
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
  const known = new Set<string>();
  for (const { id } of requirements) {
    if (known.has(id)) faults.push(`${id} is given twice in docs/requirements`);
    known.add(id);
  }
  const tested = new Set<string>();
  for (const { path, ids } of testFiles) {
    for (const id of ids) {
      if (known.has(id)) tested.add(id);
      else faults.push(`${path} names ${id}, which is not in docs/requirements`);
    }
  }
  const untested = Map.groupBy(
    requirements.filter(({ id }) => !tested.has(id)),
    ({ issue }) => issue,
  );
  for (const issue of resolvedIssues) {
    for (const { id, rule } of untested.get(issue) ?? []) {
      faults.push(`${id} has no test although issue ${issue} is resolved: ${rule}`);
    }
  }
  return { faults, untested, testedCount: tested.size };
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
