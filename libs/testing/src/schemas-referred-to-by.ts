/**
 * Names of the schemas that an OpenAPI document refers to.
 *
 * @throws Error when it refers to none
 */
export function schemasReferredToBy(document: object): string[] {
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/gu)];
  if (references.length === 0) throw new Error("the document refers to no schema");
  return references.map(([, name]) => String(name));
}
