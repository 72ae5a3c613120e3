/** A part of the console that did not come: the connection is lost, or the engine serves a newer console. */
export class MissingPart extends Error {
  override name = "MissingPart";
}

/** A way to load a part of the console, whose failure is a {@link MissingPart}. */
export const part =
  <Module>(load: () => Promise<Module>): (() => Promise<Module>) =>
  () =>
    load().catch((error: unknown) => {
      throw new MissingPart("A part of the console did not come", { cause: error });
    });

/** Loads parts that are not shown yet; a failure is said where they are. */
export function loadAhead(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}

const RELOADED_FOR = "countersign.reloaded";

/** The address of a page's program, which changes with every build. */
const programIn = (page: string): string | undefined => /<script[^>]* src="([^"]+)"/u.exec(page)?.[1];

/** Reloads the page, once for a build, if the engine serves a newer console than this one (contract-4, CON-24). */
export async function reloadIfUpgraded(): Promise<void> {
  const response = await fetch(import.meta.env.BASE_URL, { cache: "no-store" }).catch(() => undefined);
  const program = response?.ok ? programIn(await response.text()) : undefined;
  if (program === undefined || program === programIn(document.head.outerHTML)) return;
  if (sessionStorage.getItem(RELOADED_FOR) === program) return;
  sessionStorage.setItem(RELOADED_FOR, program);
  location.reload();
}
