import * as features from "./features.ts";
import type { Feature } from "./shared/feature.ts";
import type { Followers } from "./shared/transact.ts";

type OneFeature = (typeof features)[keyof typeof features];

/** A type with the members of all the types of a union. */
type AllOf<Union> = (Union extends object ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every use case of the approval engine. All throw `DomainError`. */
export type Engine = AllOf<ReturnType<Extract<OneFeature, { useCases: unknown }>["useCases"]>>;

/** All queries of the approval engine. */
export type ReadModels = AllOf<ReturnType<Extract<OneFeature, { readModels: unknown }>["readModels"]>>;

/** All loaders of an operation. */
export type Loaders = AllOf<ReturnType<Extract<OneFeature, { loaders: unknown }>["loaders"]>>;

type FeatureWithEnvironment = Extract<OneFeature, { environment: unknown }>;

/** The variables of all features. */
export type FeatureVariables = AllOf<FeatureWithEnvironment["environment"]["variables"]>;

/** The configurations that features make of their variables, by their names. */
export type FeatureConfigs = {
  [Each in FeatureWithEnvironment as Each["name"]]: ReturnType<Each["environment"]["configOf"]>;
};

/** All features, in no order. */
export const FEATURES: readonly Feature[] = Object.values(features);

/** Names of the features' channels. */
export const channelNames = (features: readonly Feature[]): string[] =>
  features.flatMap(({ channel }) => channel?.name ?? []);

/** The derivations of features from decisions, by the names of the features. */
export const followersOf = (features: readonly Feature[]): Followers =>
  Object.fromEntries(features.flatMap(({ name, follow }) => (follow ? [[name, follow]] : [])));

/** The features' members in one object. */
export function together(parts: readonly object[]): object {
  return Object.assign({}, ...parts) as object;
}
