import { render } from "@countersign/texts";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { GroupLoaders } from "../groups/index.ts";
import { shownLadder } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { readerLanguage } from "../shared/reader-language.ts";
import { changeWords, differenceWords } from "./history-words.ts";
import { peopleOf } from "./rule-people.ts";
import type { RuleUseCases } from "./rule-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface RuleContext {
  caller: Caller;
  engine: RuleUseCases;
  loaders: DirectoryLoaders & GroupLoaders;
}

/** Approval rules (contract-3, CON-17). */
export const ruleResolvers: Resolvers<RuleContext> = {
  Query: {
    approvalRules: (_, { kind }, { caller, engine }) => engine.listRules(caller, kind),
    matchingRule: (_, { input }, { caller, engine }) => engine.matchingRule(caller, input),
    ruleUses: (_, { id }, { caller, engine }) => engine.ruleUses(caller, id),
    ruleDiff: (_, input, { caller, engine }) => engine.ruleDiff(caller, input),
    ruleHistory: (_, input, { caller, engine }) => engine.ruleHistory(caller, input),
  },
  Mutation: {
    saveRule: (_, { input, ...options }, { caller, engine }) => engine.saveRule(caller, input, options),
    publishRule: (_, input, { caller, engine }) => engine.publishRule(caller, input),
    discardRule: async (_, input, { caller, engine }) => {
      await engine.discardRule(caller, input);
      return true;
    },
    switchRule: (_, { input, ...options }, { caller, engine }) => engine.switchRule(caller, input, options),
    orderRules: (_, { input, ...options }, { caller, engine }) => engine.orderRules(caller, input, options),
  },
  ApprovalRule: {
    people: async (rule, _, { loaders }) => {
      const people = await Promise.all(peopleOf(rule).map((id) => loaders.user.load(id)));
      return people.filter((user) => user !== null);
    },
    publishedBy: ({ publishedBy }, _, { loaders }) =>
      publishedBy === undefined ? null : loaders.user.load(publishedBy),
  },
  RuleChange: {
    by: ({ by }, _, { loaders }) => (by === undefined ? null : loaders.user.load(by)),
    text: async (change, { locale }, context) =>
      render(await changeWords(change, context.loaders), await readerLanguage(locale, context)),
  },
  RuleDifference: {
    text: async (difference, { locale }, context) => {
      const language = await readerLanguage(locale, context);
      return render(await differenceWords(difference, { language, loaders: context.loaders }), language);
    },
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
