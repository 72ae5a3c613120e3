import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationRule,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
} from "graphql";
import { type ComplexityEstimatorArgs, getComplexity } from "graphql-query-complexity";

import { TAKE_DEFAULT, TAKE_MAX } from "../read-models/query-inputs.ts";

/** What one GraphQL document may ask for. */
export const QUERY_LIMITS = {
  /** Lexical tokens. GraphiQL's introspection has about 500. */
  tokens: 2_000,
  /** Levels of nested fields; introspection has a limit of its own in graphql-js. */
  depth: 10,
  /** Fields, those of fragments counted at every place they are spread. */
  fields: 500,
  aliases: 50,
  /** Fields of an operation itself: each is a query or a transaction of its own. */
  rootFields: 20,
  /** Records that the answer may hold in the worst case. */
  cost: 10_000,
} as const;

interface Measure {
  depth: number;
  fields: number;
  aliases: number;
  /** Fields of the level itself. */
  width: number;
}

/** Limits that can be told from the document alone; the outcome may be cached with it. */
export const limitRules: ValidationRule[] = [
  (context) => ({
    OperationDefinition: (operation) => {
      const measure = createMeasure((name) => context.getFragment(name));
      const { width: rootFields, ...nested } = measure(operation.selectionSet);
      const measured = { ...nested, rootFields };
      for (const [name, value] of Object.entries(measured) as [keyof typeof measured, number][]) {
        if (value <= QUERY_LIMITS[name]) continue;
        context.reportError(
          new GraphQLError(`The query has ${name} ${value}, more than the ${QUERY_LIMITS[name]} allowed`, {
            nodes: operation,
            extensions: { code: "QUERY_TOO_COMPLEX" },
          }),
        );
      }
    },
  }),
];

/** Measures selections. Fragments are measured once; one that spreads itself is left to graphql-js to refuse. */
function createMeasure(fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined) {
  const measured = new Map<string, Measure>();
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
    const known = measured.get(name);
    if (known !== undefined) return known;
    measured.set(name, NOTHING);
    const fragment = fragmentOf(name);
    const measure = fragment ? ofSelections(fragment.selectionSet) : NOTHING;
    measured.set(name, measure);
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

/** What a list without pages is taken to hold: those of the root are long, those of a record are short. */
const LIST_SIZE = { root: 100, record: 10 };

/**
 * Refuses an operation whose variables make it too expensive, such as a full page of records with lists of their own.
 *
 * @throws GraphQLError with code `QUERY_TOO_COMPLEX`
 */
export function assertAffordable(operation: {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables?: Record<string, unknown> | null;
  operationName?: string | undefined;
}): void {
  const { schema, document, variables, operationName } = operation;
  const cost = getComplexity({
    schema,
    query: document,
    variables: variables ?? {},
    ...(operationName !== undefined && { operationName }),
    estimators: [estimateRecords],
  });
  if (cost <= QUERY_LIMITS.cost) return;
  throw new GraphQLError(`The query costs ${cost}, more than the ${QUERY_LIMITS.cost} allowed`, {
    extensions: { code: "QUERY_TOO_COMPLEX" },
  });
}

/** Counts records, not their scalars. The page's `take` multiplies what is asked of each record. */
function estimateRecords({ type, field, args, childComplexity }: ComplexityEstimatorArgs): number {
  if (!isCompositeType(getNamedType(field.type)) || field.name.startsWith("__")) return 0;
  if (field.name.endsWith("Page")) return 1 + takeOf(args) * childComplexity;
  const isPageData = type.name.endsWith("PageResult");
  const bare = isNonNullType(field.type) ? field.type.ofType : field.type;
  if (!isListType(bare) || isPageData) return 1 + childComplexity;
  const size = type.name === "Query" ? LIST_SIZE.root : LIST_SIZE.record;
  return size * (1 + childComplexity);
}

function takeOf({ input }: { input?: { take?: number | null } | null }): number {
  return Math.min(Math.max(input?.take ?? TAKE_DEFAULT, 1), TAKE_MAX);
}
