import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/**
 * Whether the operation asks for this field of what the resolver answers, also in a fragment and under a directive that
 * may leave it out.
 *
 * @param path - the field, after the fields that it is in
 */
export function selects(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  ...path: readonly [string, ...string[]]
): boolean {
  const isIn = (selectionSet: SelectionSetNode | undefined, depth: number): boolean =>
    (selectionSet?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return isIn(selection.selectionSet, depth);
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return isIn(fragments[selection.name.value]?.selectionSet, depth);
      if (selection.name.value !== path[depth]) return false;
      return depth === path.length - 1 || isIn(selection.selectionSet, depth + 1);
    });
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet, 0));
}
