/** The form of a stage's key: it names the stage in every version of its workflow, and in later conditions. */
export const STAGE_KEY = /^[a-z][A-Za-z0-9]{0,39}$/u;

/**
 * The keys of stages in their order. Those that have a key keep it; another one is `stage<n>` by its place, or by the next
 * number that no stage has.
 */
export function stageKeys(stages: readonly { key?: string | undefined }[]): string[] {
  const usedKeys = new Set(stages.flatMap(({ key = [] }) => key));
  return stages.map(({ key }, place) => {
    if (key !== undefined) return key;
    let number = place + 1;
    while (usedKeys.has(`stage${number}`)) number += 1;
    usedKeys.add(`stage${number}`);
    return `stage${number}`;
  });
}
