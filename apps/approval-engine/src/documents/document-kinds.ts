import type { Kind, KindRegistry, Owner } from "@countersign/contracts";

import { type KindLabel, type KindLabels, labelsOfKind } from "../shared/kind-labels.ts";

/** A kind of documents, with the names that people read. */
export interface DocumentKind {
  kind: Kind;
  owner: Owner;
  labels: readonly KindLabel[];
}

/** The kinds of the deployment, in the order of the registry. */
export function documentKindsOf(registry: KindRegistry, labels: KindLabels): readonly DocumentKind[] {
  return registry.kinds.flatMap((kind) => {
    const owner = registry.ownerOf(kind);
    return owner === undefined ? [] : [{ kind, owner, labels: labelsOfKind(kind, labels) }];
  });
}
