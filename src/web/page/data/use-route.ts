/** The place in the page that is shown. */
import { useSyncExternalStore } from 'react';
import { addressOf, type Route, routeIn } from '../state/route.ts';

export function useRoute(): Route {
  const fragment = useSyncExternalStore(onChange, () => location.hash);
  return routeIn(fragment);
}

/** Goes to a place, as a link would. */
export function goTo(route: Route): void {
  location.hash = addressOf(route);
}

function onChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
