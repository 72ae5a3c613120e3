import { useLocation, useNavigate } from "@tanstack/react-router";

/** The part of an address behind the question mark, by name. */
export type Search = Readonly<Record<string, string | undefined>>;

/**
 * The filters of a page, which stand in its address, so that they outlive a reload and can be sent.
 *
 * @returns the filters, and the way to change some of them; undefined takes one away
 */
export function useSearch(): [Search, (change: Search) => void] {
  // The language of the page filters nothing (`preferredLocale`).
  const { locale: _language, ...search } = useLocation().search as Search;
  const navigate = useNavigate();
  const narrow = (change: Search) =>
    void navigate({ to: ".", search: (now: Search) => ({ ...now, ...change }), replace: true });
  return [search, narrow];
}
