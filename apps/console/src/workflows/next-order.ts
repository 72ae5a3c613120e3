/**
 * The position that moves a stage by one. Positions are any numbers, unique within a workflow, so that one stage alone
 * changes.
 *
 * @param orders - positions of all stages, ascending
 * @param index - the stage to move
 * @param step - to move it up or down
 * @returns undefined at the end of the list
 */
export function nextOrder(orders: readonly number[], index: number, step: 1 | -1): number | undefined {
  const passed = orders[index + step];
  if (passed === undefined) return undefined;
  const beyond = orders[index + 2 * step];
  return beyond === undefined ? passed + step : (passed + beyond) / 2;
}
