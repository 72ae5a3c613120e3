import type { Value } from "./values.ts";

/** What an aggregation expression is evaluated against. */
export interface Environment {
  readonly root: Value;
  readonly variables: Readonly<Record<string, Value>>;
  /** The command's time: `$$NOW`. */
  readonly now: Date;
}

export type Expression = (environment: Environment) => Value;

export type Compile = (spec: Value) => Expression;

/** Compiles a call of one operator; `compile` compiles its arguments. */
export type Operator = (argument: Value, compile: Compile) => Expression;
