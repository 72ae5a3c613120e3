import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationRule,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isListType,
} from "graphql";
import { type ComplexityEstimatorArgs, getComplexity } from "graphql-query-complexity";

/** Most items of every list field of a schema, by `Type.field`. */
export type ListLimits = Readonly<Record<string, number>>;

/** @throws Error for a list field without a maximum */
export function listLimitOf(lists: ListLimits, type: string, field: string): number {
  const limit = lists[`${type}.${field}`];
  if (limit === undefined)
    throw new Error(`${type}.${field}: a list field needs its maximum among the list limits`);
  return limit;
}

/** Default limits of one operation. A service sets its own where its schema needs others. */
export const DEFAULT_LIMITS = {
  /** Lexical tokens. GraphiQL's introspection has about 500. */
  tokens: 2_000,
  /** Levels of nested fields; introspection has a limit of its own in graphql-js. */
  depth: 10,
  /** Fields, those of fragments counted at every place they are spread. */
  fields: 500,
  aliases: 50,
  /** Fields of an operation itself: each is a query or a transaction of its own. */
  rootFields: 20,
  /** Characters, comments included: long values belong into variables. */
  characters: 65_536,
  /** Characters of a subscription with its variables as JSON: both stay in memory for as long as it is open. */
  subscriptionCharacters: 4_096,
  /**
   * Records that the answer to a query may hold in the worst case: the stages of a document, as many as it can have,
   * each with as many approvals, and of each its approver, decider and the person and group that it is there for, have
   * 131,101 as the console reads them.
   */
  cost: 160_000,
  /** The same for a mutation, whose answer cannot be given up. */
  mutationCost: 10_000,
  /** Records of a page that is asked for without a `take`. */
  take: 20,
  /** Largest answer of a query, in bytes of its JSON. */
  answerBytes: 4 * 1024 * 1024,
};

export type OperationLimits = Readonly<typeof DEFAULT_LIMITS>;

/** A schema with its limits. */
export interface LimitedSchema {
  schema: GraphQLSchema;
  lists: ListLimits;
  limits: OperationLimits;
}

interface Measure {
  depth: number;
  fields: number;
  aliases: number;
  /** Fields of the level itself. */
  width: number;
}

/** Checks the limits that depend on the document alone, so that the result may be cached with it. */
export function limitRule(limits: OperationLimits): ValidationRule {
  return (context) => ({
    OperationDefinition: (operation) => {
      const measure = createMeasure((name) => context.getFragment(name));
      const { width: rootFields, ...nestedMeasure } = measure(operation.selectionSet);
      const measures = { ...nestedMeasure, rootFields };
      for (const [name, value] of Object.entries(measures) as [keyof typeof measures, number][]) {
        if (value <= limits[name]) continue;
        context.reportError(
          new GraphQLError(`The query has ${name} ${value}, more than the ${limits[name]} allowed`, {
            nodes: operation,
            extensions: { code: "QUERY_TOO_COMPLEX" },
          }),
        );
      }
    },
  });
}

/** Measures selections. Fragments are measured once; one that spreads itself is left to graphql-js to refuse. */
function createMeasure(fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined) {
  const measuredFragments = new Map<string, Measure>();
  const NOTHING: Measure = { depth: 0, fields: 0, aliases: 0, width: 0 };

  function ofField({ name, alias, selectionSet }: FieldNode): Measure {
    const below = selectionSet === undefined ? NOTHING : ofSelections(selectionSet);
    const isIntrospection = name.value.startsWith("__");
    return {
      depth: isIntrospection ? 1 : below.depth + 1,
      fields: below.fields + 1,
      aliases: below.aliases + (alias === undefined ? 0 : 1),
      width: 1,
    };
  }
  function ofFragment(name: string): Measure {
    const knownMeasure = measuredFragments.get(name);
    if (knownMeasure !== undefined) return knownMeasure;
    measuredFragments.set(name, NOTHING);
    const fragment = fragmentOf(name);
    const measure = fragment ? ofSelections(fragment.selectionSet) : NOTHING;
    measuredFragments.set(name, measure);
    return measure;
  }
  function ofSelections({ selections }: SelectionSetNode): Measure {
    const parts = selections.map((selection) => {
      if (selection.kind === Kind.FIELD) return ofField(selection);
      return selection.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(selection.name.value)
        : ofSelections(selection.selectionSet);
    });
    const sumOf = (key: keyof Measure) => parts.reduce((sum, part) => sum + part[key], 0);
    return {
      depth: Math.max(0, ...parts.map(({ depth }) => depth)),
      fields: sumOf("fields"),
      aliases: sumOf("aliases"),
      width: sumOf("width"),
    };
  }
  return ofSelections;
}

/**
 * The cost of an operation: the records that its answer may hold in the worst case, by its variables.
 *
 * @throws GraphQLError with code `QUERY_TOO_COMPLEX`
 */
export function affordableCost(
  { schema, lists, limits }: LimitedSchema,
  {
    document,
    variableValues,
    operationName,
  }: Pick<ExecutionArgs, "document" | "variableValues" | "operationName">,
): number {
  const cost = getComplexity({
    schema,
    query: document,
    variables: variableValues ?? {},
    ...(operationName && { operationName }),
    estimators: [(field) => estimateRecords(field, lists, limits)],
  });
  const isMutation = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
  const allowedCost = isMutation ? limits.mutationCost : limits.cost;
  if (cost <= allowedCost) return cost;
  throw new GraphQLError(`The query costs ${cost}, more than the ${allowedCost} allowed`, {
    extensions: { code: "QUERY_TOO_COMPLEX" },
  });
}

/** Cost of introspection: it takes the time of a query for so many records. */
const INTROSPECTION_COST: Readonly<Record<string, number>> = { __schema: 20_000, __type: 2_000 };

/** Counts records, not their scalars, with lists of full length. A page's `take` multiplies the cost of each record. */
function estimateRecords(
  { type, field, args, childComplexity }: ComplexityEstimatorArgs,
  lists: ListLimits,
  limits: OperationLimits,
): number {
  if (field.name.startsWith("__")) return INTROSPECTION_COST[field.name] ?? 0;
  const result = getNamedType(field.type);
  if (type.name.startsWith("__") || !isCompositeType(result)) return 0;
  if (field.name.endsWith("Page")) {
    const max = listLimitOf(lists, result.name, "data");
    return 1 + Math.min(takeOf(args) ?? limits.take, max) * childComplexity;
  }
  const isPageData = type.name.endsWith("PageResult");
  if (isPageData || !isListType(getNullableType(field.type))) return 1 + childComplexity;
  return listLimitOf(lists, type.name, field.name) * (1 + childComplexity);
}

function takeOf({ input }: { input?: { take?: number | null } | null }): number | undefined {
  return typeof input?.take === "number" ? Math.max(input.take, 1) : undefined;
}
