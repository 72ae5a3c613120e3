import { isHrTaskKind } from "@countersign/domain/hr";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import { shownLadder } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { peopleOf } from "./rule-people.ts";
import { type PolicyReader, rulesOfHr } from "./hr-rule.ts";
import type { RuleUseCases } from "./rule-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface RuleContext {
  caller: Caller;
  engine: RuleUseCases;
  readModels: { hr: PolicyReader };
  loaders: DirectoryLoaders;
}

/** Approval rules (contract-3, CON-17). */
export const ruleResolvers: Resolvers<RuleContext> = {
  Query: {
    approvalRules: (_, { kind }, { caller, engine, readModels }) =>
      isHrTaskKind(kind) ? rulesOfHr(readModels.hr, caller.companyId, kind) : engine.listRules(caller, kind),
    matchingRule: async (_, { input }, { caller, engine, readModels }) => {
      if (!isHrTaskKind(input.kind)) return engine.matchingRule(caller, input);
      const [rule] = await rulesOfHr(readModels.hr, caller.companyId, input.kind);
      return rule ? { isWritten: false, rule } : null;
    },
  },
  Mutation: {
    saveRule: (_, { input }, { caller, engine }) => engine.saveRule(caller, input),
    publishRule: (_, input, { caller, engine }) => engine.publishRule(caller, input),
    discardRule: async (_, { id }, { caller, engine }) => {
      await engine.discardRule(caller, id);
      return true;
    },
  },
  ApprovalRule: {
    people: async (rule, _, { loaders }) => {
      const found = await Promise.all(peopleOf(rule).map((id) => loaders.user.load(id)));
      return found.filter((user) => user !== null);
    },
    publishedBy: ({ publishedBy }, _, { loaders }) =>
      publishedBy === undefined ? null : loaders.user.load(publishedBy),
  },
  ApprovalRuleDraft: {
    savedBy: ({ savedBy }, _, { loaders }) => loaders.user.load(savedBy),
  },
  ApprovalRuleStage: {
    rejectBy: ({ rejectBy = "VETO" }) => rejectBy,
    bulk: ({ bulk = true }) => bulk,
    approvers: ({ approvers = [], sources = [] }) => [...approvers, ...sources],
    ...shownLadder,
  },
};
