declare global {
  interface Window {
    /** The browser's, where it has them (Trusted Types of the W3C). */
    trustedTypes?: {
      createPolicy: (name: "default", policy: { createHTML: (text: string) => string | null }) => object;
    };
  }
}

/** Lets react-aria empty its announcements, which it does by an empty HTML. The browser refuses every other one. */
export function allowEmptyHtml(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });
}
