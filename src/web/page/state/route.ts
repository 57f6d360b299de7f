/** The place in the page that is shown, as the fragment of its address. Pure. */

/** How a task is viewed. `seq` is the entry in focus. */
export type TaskRoute = { readonly view: 'task'; readonly task: string; readonly part: TaskPart; readonly seq?: number };

export const taskParts = ['overview', 'journal', 'replay', 'memory'] as const;
export type TaskPart = (typeof taskParts)[number];

export const places = ['memory', 'audit', 'team'] as const;
export type Place = (typeof places)[number];

export type Route = { readonly view: 'home' } | { readonly view: Place } | TaskRoute;

/** The place for an address; the start page for anything that is not an address of the page. */
export function routeIn(fragment: string): Route {
  const [first = '', second, third, fourth] = fragment
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  const place = places.find((each) => each === first);
  if (place) return { view: place };
  if (first !== 'tasks' || !second) return { view: 'home' };
  const part = taskParts.find((each) => each === third) ?? 'overview';
  const seq = /^\d{1,9}$/.test(fourth ?? '') ? { seq: Number(fourth) } : {};
  return { view: 'task', task: second, part, ...seq };
}

export function addressOf(route: Route): string {
  if (route.view === 'home') return '#/';
  if (route.view !== 'task') return `#/${route.view}`;
  const { task, part, seq } = route;
  const tail = part === 'overview' && seq === undefined ? '' : `/${part}${seq === undefined ? '' : `/${seq}`}`;
  return `#/tasks/${encodeURIComponent(task)}${tail}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
