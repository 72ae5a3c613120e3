const SHOWN_MAX = 3;
const LENGTH_MAX = 60;
const OFTEN = 2;

/** The reasons that were given at least twice, the most frequent first; those too long for a button are left out. */
export function oftenReasons(remarks: readonly (string | null | undefined)[]): string[] {
  const reasons = remarks.flatMap((remark) => {
    const reason = remark?.trim() ?? "";
    return reason === "" || reason.length > LENGTH_MAX ? [] : [reason];
  });
  return [...Map.groupBy(reasons, (reason) => reason)]
    .filter(([, { length }]) => length >= OFTEN)
    .toSorted(([, theirRemarks], [, otherRemarks]) => otherRemarks.length - theirRemarks.length)
    .slice(0, SHOWN_MAX)
    .map(([reason]) => reason);
}
