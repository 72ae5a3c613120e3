/** Why a command on workflows ends without having done its work; with exit code 1. */
export class Fault extends Error {
  override readonly name: string = "Fault";
}

/** A workflow is not as the caller expects it; with exit code 2. */
export class Drift extends Fault {
  override readonly name = "Drift";

  constructor(message: string) {
    super(`drift: ${message}`);
  }
}

/** Nothing answered at the engine's address. */
export class Unanswered extends Fault {
  override readonly name = "Unanswered";
}

/** The engine does not take the caller's token. */
export class TokenRefused extends Fault {
  override readonly name = "TokenRefused";
}
