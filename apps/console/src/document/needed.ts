import type { Translate } from "../messages/i18n.ts";

interface Stage {
  approveBy: string;
  tally: { needed: number; reached: number };
  approvals: readonly { leftOut?: string | null }[];
}

/** The number of approvals that a stage needs, and the number given. */
export function neededText(t: Translate, { tally: { needed, reached }, approvals }: Stage): string {
  const asked = approvals.filter(({ leftOut }) => leftOut == null).length;
  if (asked === 0) return t("needed.nobody");
  if (asked === 1) return t("needed.alone");
  if (needed === 1) return t("needed.one", { asked });
  return t(needed === asked ? "needed.all" : "needed.some", { needed, asked, reached });
}
