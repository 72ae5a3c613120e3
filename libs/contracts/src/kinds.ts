import { z } from "zod";

/** Kinds of documents by the business service that owns them (approval-engine.md, "Completion callback contract"). */
export const KINDS_BY_OWNER = {
  hr: ["Leave", "Claim", "Loan", "Advance"],
  inventory: ["PurchaseRequisition", "PurchaseOrder", "SalesQuotation", "SalesOrder"],
} as const;

/** The business service that owns a kind of document; a token of the subjects. A {@link KindRegistry} lists them. */
export type Owner = string;
/** A kind of document; a token of the subjects and a value of GraphQL's enum. A {@link KindRegistry} lists them. */
export type Kind = string;

export const hrKind = z.enum(KINDS_BY_OWNER.hr);

/** The form of an owner's name (contract-2, DOC-1). */
const ownerName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/u, "must be 1 to 31 characters: a-z first, then a-z, 0-9 and -");
/** The form of a kind's name (contract-2, DOC-1). */
export const kindName = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9]{0,60}$/u, "must be 1 to 61 characters: A-Z first, then A-Z, a-z and 0-9");

/**
 * Most kinds, the built-in ones included, and most owners that are added. A list that is narrowed by kind merges one range
 * of an index for each status and kind, and MongoDB merges 200 at most.
 */
export const KIND_LIMITS = { kinds: 40, addedOwners: 20 } as const;

/** Words of the subjects at the place of an account or owner. */
const RESERVED_OWNERS: ReadonlySet<Owner> = new Set(["from"]);

/** The kinds of documents of a deployment, each with its one owner. */
export interface KindRegistry {
  /** The built-in ones first, in their order, then the added ones as configured. */
  readonly kinds: readonly Kind[];
  /** `hr` and `inventory`, then the added ones. */
  readonly owners: readonly Owner[];
  ownerOf(kind: Kind): Owner | undefined;
  /** The owner's kinds; none of an owner that is unknown. */
  kindsOf(owner: Owner): readonly Kind[];
}

/**
 * The built-in kinds and the added ones.
 *
 * @param addedKinds kinds by owner; a built-in owner may get further kinds
 * @throws RangeError in one line, for a wrong name, a kind that is claimed twice, and too many kinds or owners
 */
export function createKindRegistry(
  addedKinds: ReadonlyMap<Owner, readonly Kind[]> = new Map(),
): KindRegistry {
  const { hr, inventory } = KINDS_BY_OWNER;
  const owners = new Map<Kind, Owner>();
  const claims: (readonly [Owner, readonly Kind[]])[] = [["inventory", inventory], ["hr", hr], ...addedKinds];
  for (const [owner, kinds] of claims) {
    assertName("owner", owner, ownerName);
    if (RESERVED_OWNERS.has(owner)) throw new RangeError(`owner ${owner}: a word of the subjects`);
    for (const kind of kinds) {
      assertName("kind", kind, kindName);
      const otherOwner = owners.get(kind);
      if (otherOwner === owner) throw new RangeError(`kind ${kind}: listed twice for ${owner}`);
      if (otherOwner !== undefined)
        throw new RangeError(`kind ${kind}: claimed by ${otherOwner} and ${owner}`);
      owners.set(kind, owner);
    }
  }
  const names = new Set(["hr", "inventory", ...addedKinds.keys()]);
  const { kinds: maxKinds, addedOwners } = KIND_LIMITS;
  if (owners.size > maxKinds) {
    throw new RangeError(
      `${owners.size} kinds, the ${hr.length + inventory.length} built-in ones included: at most ${maxKinds}`,
    );
  }
  if (names.size > 2 + addedOwners) {
    throw new RangeError(`${names.size - 2} added owners: at most ${addedOwners}`);
  }
  return {
    kinds: [...owners.keys()],
    owners: [...names],
    ownerOf: (kind) => owners.get(kind),
    kindsOf: (owner) => [...owners].flatMap(([kind, ownerOfKind]) => (ownerOfKind === owner ? [kind] : [])),
  };
}

function assertName(subject: string, name: string, schema: z.ZodType): void {
  const { error } = schema.safeParse(name);
  if (error) throw new RangeError(`${subject} ${JSON.stringify(name)}: ${error.issues[0]?.message}`);
}

/** The eight kinds of approval-engine.md. */
export const BUILT_IN_KINDS: KindRegistry = createKindRegistry();

const ENTRY = /^([^:]+):([^:]+)$/u;

/** The text of `DOCUMENT_KINDS`, `legal:Contract,Nda finance:JournalEntry`, read as the registry with these kinds added. */
export const documentKinds = z
  .string()
  .max(4_096)
  .transform((text, context): KindRegistry => {
    const addedKinds = new Map<Owner, readonly Kind[]>();
    for (const entry of text.split(/\s+/u).filter(Boolean)) {
      const [, owner, kinds] = ENTRY.exec(entry) ?? [];
      if (owner === undefined || kinds === undefined || addedKinds.has(owner)) {
        context.addIssue("expected <owner>:<Kind>,<Kind> for each owner, once, separated by spaces");
        return z.NEVER;
      }
      addedKinds.set(owner, kinds.split(","));
    }
    try {
      return createKindRegistry(addedKinds);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });

/** Reads the name of a kind; {@link kindName}, or one of a registry's. */
export type KindSchema = z.ZodType<Kind, Kind>;

/** Reads the kinds of a registry; its refusal names them. */
export function knownKind({ kinds }: KindRegistry): KindSchema {
  return z.enum(kinds);
}
