import * as features from "./features.ts";
import type { Feature } from "./shared/feature.ts";

type OneFeature = (typeof features)[keyof typeof features];

/** A type with the members of all the types of a union. */
type AllOf<Union> = (Union extends object ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every use case of the approval engine. All throw `DomainError`. */
export type Engine = AllOf<ReturnType<Extract<OneFeature, { useCases: unknown }>["useCases"]>>;

/** All queries of the approval engine. */
export type ReadModels = AllOf<ReturnType<Extract<OneFeature, { readModels: unknown }>["readModels"]>>;

/** All loaders of an operation. */
export type Loaders = AllOf<ReturnType<Extract<OneFeature, { loaders: unknown }>["loaders"]>>;

/** All features, in no order. */
export const FEATURES: readonly Feature[] = Object.values(features);

/** The features' members in one object. */
export function together(parts: readonly object[]): object {
  return Object.assign({}, ...parts) as object;
}
