import type { Translate } from "../messages/i18n.ts";

interface Stage {
  status: string;
  approveBy: string;
  tally: { needed: number; reached: number };
  approvals: readonly { leftOut?: string | null }[];
}

/** The number of approvals that a stage needs, and the number given. */
export function neededText(t: Translate, { status, tally: { needed, reached }, approvals }: Stage): string {
  const askedCount = approvals.filter(({ leftOut }) => leftOut == null).length;
  if (askedCount === 0) return t(status === "PENDING" ? "needed.later" : "needed.nobody");
  if (askedCount === 1) return t("needed.alone");
  if (needed === 1) return t("needed.one", { asked: askedCount });
  return t(needed === askedCount ? "needed.all" : "needed.some", { needed, asked: askedCount, reached });
}
