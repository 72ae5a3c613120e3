import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { type Rotation, TURN_VALUES } from "@countersign/concurrency";

import { type AnswerSize, jsonBytesOf } from "./answer-size.ts";
import { type ListLimits, listLimitOf } from "./limits.ts";

/** State that the fields of an operation share; the host adds it to the resolvers' context. Resolvers do not use it. */
export interface OperationShare {
  answer: AnswerSize;
  /** Waits for the user's turn to resolve so many values. */
  turn: (values: number) => ReturnType<Rotation>;
}

export const SHARE = Symbol("share of the operation");

/** The context of resolvers, as the host completes it. */
interface SharedContext {
  [SHARE]: OperationShare;
}

type Field = GraphQLField<unknown, SharedContext>;
type Resolver = GraphQLFieldResolver<unknown, SharedContext>;

/**
 * Applies an operation's bounds to every field of the schema: long lists are resolved in several turns of the event loop,
 * and each value counts towards the answer's size.
 *
 * @throws Error for a list field without a known maximum, and for a maximum of what is no list of the schema
 */
export function guardSchema(schema: GraphQLSchema, lists: ListLimits): GraphQLSchema {
  const subscription = schema.getSubscriptionType();
  const mutation = schema.getMutationType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === subscription || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = guardResolver(type, field, lists);
      // Nothing of a mutation is left out: its caller must learn of its effect.
      field.resolve = failingLater(field, type === mutation ? resolve : givenUp(resolve));
    }
  }
  for (const name of Object.keys(lists)) {
    const [type = "", field = ""] = name.split(".");
    const of = schema.getType(type);
    const list = isObjectType(of) ? of.getFields()[field] : undefined;
    if (!list || !isListType(getNullableType(list.type))) throw new Error(`${name}: no list has this name`);
  }
  return schema;
}

/** Resolves nothing once the answer is too large, so that the reads and the work for it end. */
function givenUp(resolve: Resolver): Resolver {
  return (source, args, context, info) =>
    context[SHARE].answer.excess ? null : resolve(source, args, context, info);
}

/**
 * Fails in a promise, never at once, and gives a missing value that must be there in one. Graphql-js 16 leaves a list at the
 * first item that fails at once; nobody then waits for the promises of the other items, and one that fails ends the process.
 */
function failingLater({ type }: Field, resolve: Resolver): Resolver {
  const isNeeded = isNonNullType(type);
  return (source, args, context, info) => {
    try {
      const value = resolve(source, args, context, info);
      return isNeeded ? missingLater(value) : value;
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** A value that is missing, in a promise. */
const missingLater = (value: unknown) =>
  value === null || value === undefined ? Promise.resolve(value) : value;

function guardResolver({ name }: GraphQLObjectType, field: Field, lists: ListLimits): Resolver {
  const resolve = field.resolve ?? defaultFieldResolver;
  const isList = isListType(getNullableType(field.type));
  const item = getNamedType(field.type);
  if (isList) {
    const limit = listLimitOf(lists, name, field.name);
    const finish = isObjectType(item)
      ? (items: readonly unknown[], info: GraphQLResolveInfo, share: OperationShare) =>
          inTurns(items.slice(0, limit), costOf(item, info), share)
      : (items: readonly unknown[], _info: GraphQLResolveInfo, { answer }: OperationShare) => {
          answer.add(jsonBytesOf(items));
          return items;
        };
    return (source, args, context, info) =>
      after(resolve(source, args, context, info), (items) =>
        Array.isArray(items) ? finish(items as readonly unknown[], info, context[SHARE]) : items,
      );
  }
  if (isObjectType(item)) return resolve;
  return (source, args, context, info) =>
    after(resolve(source, args, context, info), (value) => {
      context[SHARE].answer.add(jsonBytesOf(value));
      return value;
    });
}

function after<T>(value: unknown, use: (value: unknown) => T): T | Promise<T> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** The items of a list; those of later turns are promises, which fail once the answer is too large. */
function inTurns(
  items: readonly unknown[],
  { values, bytes }: Cost,
  { turn, answer }: OperationShare,
): unknown[] {
  answer.add(items.length * bytes);
  const size = Math.max(1, Math.floor(TURN_VALUES / values));
  const parts = Array.from({ length: Math.ceil(items.length / size) }, (_, part) => {
    const ownItems = items.slice(part * size, (part + 1) * size);
    const wait = turn(ownItems.length * values);
    if (wait === undefined) return ownItems.map(missingLater);
    return ownItems.map(async (item) => {
      await wait;
      if (answer.excess) throw answer.excess;
      return item;
    });
  });
  return parts.flat();
}

/** The cost of one item of a list, without the lists in it. */
interface Cost {
  /** Fields to resolve. */
  values: number;
  /** Bytes of JSON, without the values. */
  bytes: number;
}

/** Quotes, colon and comma around a name. */
const NAME_BYTES = 4;

// Entries last for one execution, in which graphql-js passes the same array of nodes for all items of a list field.
const costs = new WeakMap<readonly FieldNode[], Cost>();

function costOf(type: GraphQLObjectType, { fieldNodes, fragments }: GraphQLResolveInfo): Cost {
  const knownCost = costs.get(fieldNodes);
  if (knownCost !== undefined) return knownCost;
  const cost = { values: 1, bytes: 0 };
  for (const { selectionSet } of fieldNodes) addCost(cost, type, selectionSet, fragments);
  costs.set(fieldNodes, cost);
  return cost;
}

function addCost(
  cost: Cost,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      addCost(cost, type, fragments[selection.name.value]?.selectionSet, fragments);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      addCost(cost, type, selection.selectionSet, fragments);
    } else {
      addFieldCost(cost, type, selection, fragments);
    }
  }
}

function addFieldCost(
  cost: Cost,
  type: GraphQLObjectType,
  { name, alias, selectionSet }: FieldNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): void {
  cost.values += 1;
  cost.bytes += (alias ?? name).value.length + NAME_BYTES;
  // It is not a field of the schema, so it is counted here.
  if (name.value === "__typename") cost.bytes += jsonBytesOf(type.name);
  const field = type.getFields()[name.value];
  if (field === undefined || isListType(getNullableType(field.type))) return;
  const below = getNamedType(field.type);
  if (isObjectType(below)) addCost(cost, below, selectionSet, fragments);
}
