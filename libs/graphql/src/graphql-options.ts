import type { OnLeaving, VerifyToken } from "@countersign/auth";
import type { Tracing } from "@countersign/tracing";
import type { GraphQLSchema } from "graphql";

import type { ListLimits, OperationLimits } from "./operation/limits.ts";
import type { ExecuteOptions } from "./operation/operation.ts";

/** The only accepted form of a request: no persisted queries, and only POST. */
export interface RequestForm {
  /** JSON schema of the body: `query`, and `variables` and `operationName` if it has them. */
  body: object;
  bodyLimitBytes: number;
}

export interface GraphqlOptions extends Pick<ExecuteOptions, "contextOf"> {
  /** Executable. Its resolvers are wrapped: it is served once. */
  schema: GraphQLSchema;
  /** Most items of every list field. A list field without a limit prevents the start. */
  lists: ListLimits;
  /** Limits that differ from `DEFAULT_LIMITS`. */
  limits?: Partial<OperationLimits>;
  verify: VerifyToken;
  /** Closes the sockets of a leaver. Default: they stay open until their token ends. */
  onLeaving?: OnLeaving;
  tracing?: Tracing;
  /** The one accepted form of requests, in place of mercurius' own. It excludes sockets and GraphiQL. */
  form?: RequestForm;
  /** Serves GraphiQL at `/graphiql`, without a credential: development only. Default: not served. */
  graphiql?: boolean;
}
