/** The router. Addresses are real paths, so that every page and every game can be linked to. */

interface Route {
  path: string;
  query: URLSearchParams;
}

function here(): Route {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

const state = $state<{ route: Route }>({ route: here() });
/** Whether another page was shown before this one. */
let moved = false;

/** Whether the person came here from another page of the app, whose focused button or link is now gone. */
export function hasMoved(): boolean {
  return moved;
}

export function route(): Route {
  return state.route;
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  state.route = here();
  if (how === 'push') moved = true;
  if (how === 'push') scrollTo(0, 0);
}

/** The address of the page for signing in, which then leads back to this page. Its fragment may be a whole study. */
export function signInAddress(): string {
  const { path, query } = state.route;
  if (path === '/account') return path;
  const here = query.size > 0 ? `${path}?${query}` : path;
  return `/account?to=${encodeURIComponent(here + location.hash)}`;
}

/** Shows the page of the address after the browser has changed it. */
export function follow(): void {
  state.route = here();
}

/** Follows a link within the app without a reload. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const elsewhere = link.origin !== location.origin || link.target || link.hasAttribute('download');
  const anchor = link.hash && link.pathname === location.pathname && link.search === location.search;
  if (elsewhere || anchor) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
