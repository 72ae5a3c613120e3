export { AGENT_AUDIENCES, PERSON_AUDIENCES, audienceOf, serviceOfForeignAudience } from "./audiences.ts";
export {
  authPlugin,
  type AuthPluginOptions,
  refuseAuditorChanges,
  serviceAuthPlugin,
} from "./auth-plugin.ts";
export { bearerToken } from "./bearer-token.ts";
export {
  authenticateConnection,
  LEFT_TEXT,
  onExpiry,
  type OnLeaving,
  type UpgradeHeaders,
} from "./connection.ts";
export {
  createDevelopmentIssuer,
  type DevelopmentClaims,
  type DevelopmentIssuer,
  type ServiceClaims,
} from "./development-issuer.ts";
export { authEnvironment, type AuthEnvironment, parsePublicKey, verifierConfig } from "./environment.ts";
export {
  assertNoAuditor,
  assertPerson,
  type Principal,
  serviceKey,
  type ServicePrincipal,
  userKey,
} from "./principal.ts";
export {
  createServiceVerifier,
  createVerifier,
  type VerificationKey,
  type VerifierConfig,
  type VerifyService,
  type VerifyToken,
} from "./verifier.ts";
