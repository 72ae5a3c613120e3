import { inspect } from "node:util";
import type { AbuseHabit } from "./abuse-attacks.ts";
import { BYSTANDERS, HABITS } from "./abuse-habits.ts";
import { onService } from "./abuse-target.ts";
import { describe, measureBystander } from "./abuse-victim.ts";
import { versionOf } from "./machine.ts";
import { roundFigure } from "./measure.ts";
import type { BenchSuite, Bound } from "./suite.ts";

/** Largest added p99 latency of another user, ms, in the median of the rounds. */
const ADDED_P99_MS = 100;
const boundsOf = ({ name, surface, habit, memoryGrowthMb }: AbuseHabit): Bound[] => [
  {
    name: `${name}_addedP99Ms`,
    what: `${surface}, ${habit}: added p99 latency of another user, ms`,
    must: "≤",
    limit: ADDED_P99_MS,
  },
  {
    name: `${name}_memoryGrowthMb`,
    what: `${surface}, ${habit}: growth of resident memory, MB`,
    must: "≤",
    limit: memoryGrowthMb,
  },
];

/**
 * The effect of one user on others and on the process, surface by surface.
 *
 * @param names of the rows to measure, which are the prefixes of their figures; default all
 * @throws RangeError for a name that no row has
 */
export function abuseSuiteOf(names: readonly string[] = HABITS.map(({ name }) => name)): BenchSuite {
  const unknown = names.filter((name) => !HABITS.some((habit) => habit.name === name));
  if (unknown.length > 0) {
    const knownNames = HABITS.map(({ name }) => name).join(", ");
    throw new RangeError(`--row ${unknown.join(", ")}: expected one of ${knownNames}`);
  }
  return suiteOf(HABITS.filter(({ name }) => names.includes(name)));
}

/** The report of a row that could not be measured. */
const FAILED = {
  idleP99Ms: Number.NaN,
  attackedP99Ms: Number.NaN,
  memoryBeforeMb: Number.NaN,
  memoryPeakMb: Number.NaN,
  answers: "the row failed",
};

/** @throws Error when the abuser met something else than the row is about */
async function measure(
  { name, service, withBroker, attack, met }: AbuseHabit,
  quick: boolean,
): Promise<typeof FAILED> {
  return onService(service, { withBroker }, async (target) => {
    const figures = await measureBystander(target, await attack(target, quick), {
      ask: await BYSTANDERS[service](target),
      quick,
      awaitsAnswer: met !== undefined,
    });
    const answers = describe(figures.attackResult);
    if (met && !met(figures.attackResult)) {
      throw new Error(`${name} is not what its row says: the abuser got ${answers}`);
    }
    return { ...figures, answers };
  });
}

const suiteOf = (habits: readonly AbuseHabit[]): BenchSuite => ({
  name: "abuse",
  about:
    "another user's simple request, alone and while somebody abuses a surface; the memory of the process",
  bounds: habits.flatMap(boundsOf),
  findMissing: () => (versionOf("nats-server") === undefined ? "no nats-server on the PATH" : undefined),
  async run(report, { quick }) {
    const ratios: Record<string, number> = {};
    const figures: Record<string, number> = {};
    const rows: (string | number)[][] = [];
    for (const row of habits) {
      const { name, surface, habit } = row;
      report(`${surface}: ${habit}`);
      const { idleP99Ms, attackedP99Ms, memoryBeforeMb, memoryPeakMb, answers } = await measure(
        row,
        quick,
      ).catch((error: unknown) => {
        // The rows before and after it count all the same; this one holds no bound.
        report(`failed: ${inspect(error)}`);
        return FAILED;
      });
      ratios[`${name}_attackedToIdle`] = roundFigure(attackedP99Ms / idleP99Ms);
      figures[`${name}_idleP99Ms`] = roundFigure(idleP99Ms);
      figures[`${name}_attackedP99Ms`] = roundFigure(attackedP99Ms);
      figures[`${name}_addedP99Ms`] = roundFigure(attackedP99Ms - idleP99Ms);
      figures[`${name}_memoryGrowthMb`] = roundFigure(memoryPeakMb - memoryBeforeMb);
      const waits = [idleP99Ms, attackedP99Ms, attackedP99Ms / idleP99Ms];
      rows.push([surface, habit, ...[...waits, memoryBeforeMb, memoryPeakMb].map(roundFigure), answers]);
      report(
        `another's p99 ${roundFigure(idleP99Ms)} ms, meanwhile ${roundFigure(attackedP99Ms)} ms; ${answers}`,
      );
    }
    const columns = [
      "surface",
      "habit",
      "another's p99 alone, ms",
      "meanwhile, ms",
      "times",
      "memory before, MB",
      "at most, MB",
      "what the abuser got",
    ];
    return { ratios, figures, tables: [{ title: "Surfaces and habits", columns, rows }] };
  },
});
