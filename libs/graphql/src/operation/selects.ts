import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/** The selection below a resolver's field. */
type Selection = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;

/**
 * Whether the operation asks for this field of what the resolver answers, also in a fragment and under a directive that
 * may leave it out.
 *
 * @param path - the field, after the fields that it is in
 */
export function selects(selection: Selection, ...path: readonly [string, ...string[]]): boolean {
  return selectedFields(selection, ...path.slice(0, -1)).has(path.at(-1)!);
}

/**
 * Names of the fields that the operation asks for, as {@link selects} sees them.
 *
 * @param path - the field that they are in, after the fields that this one is in; none: the resolver's own
 */
export function selectedFields(
  { fieldNodes, fragments }: Selection,
  ...path: readonly string[]
): Set<string> {
  let within: readonly FieldNode[] = fieldNodes;
  for (const name of path) within = fieldsIn(within, fragments).filter((node) => node.name.value === name);
  return new Set(fieldsIn(within, fragments).map((node) => node.name.value));
}

function fieldsIn(within: readonly FieldNode[], fragments: Selection["fragments"]): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        collect(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of within) collect(selectionSet);
  return fields;
}
