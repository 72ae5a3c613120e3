/** The texts about rules in English. */
export const rules = {
  "rule.policyOnly": "kind: {kind} has its HR policy as its only rule",
  "rule.kindUnknown": "kind: {kind} has no rules",
  "rule.otherKind": "kind: the rule is one of {kind}",
  "rule.tooMany": "{kind} has {maximum} rules, the most of a kind",
  "rule.noDraft": "The rule has no draft",
  "rule.draftChanged": "Draft has changed",
  "rule.orderChanged": "The order of the rules has changed",
  "rule.changedSinceShown": "The rules have changed since they were shown",
  "rule.orderNamesAll": "order: must name every rule of the kind that was published once, but the default",
  "rule.notPublished": "The rule was never published",
  "rule.inForce": "The rule is in force: switch it off before it is deleted",
  "rule.notDeleted": "The default workflow of a kind is not deleted here",
  "rule.noStages": "stages: a rule needs at least one stage",
  "rule.noLimit":
    "amountAbove: a rule of orders or invoices needs a total or a discount above which it applies",
  "rule.whenOfOrder": "when: orders and invoices are judged by their total and discount alone",
  "rule.discountOfDocument": "discountAbove: only orders and invoices have a discount",
  "rule.defaultIsForAll":
    "{field}: the default workflow has no condition, no order and cannot be switched off",
} as const;
