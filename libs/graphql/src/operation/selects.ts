import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/**
 * Whether the operation asks for this field of what the resolver answers, also in a fragment and under a directive that
 * may leave it out.
 */
export function selects(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  field: string,
): boolean {
  const isIn = (selectionSet: SelectionSetNode | undefined): boolean =>
    (selectionSet?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === field;
      if (selection.kind === Kind.INLINE_FRAGMENT) return isIn(selection.selectionSet);
      return isIn(fragments[selection.name.value]?.selectionSet);
    });
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
